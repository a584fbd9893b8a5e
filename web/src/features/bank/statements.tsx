import '@mantine/core/styles/Input.css'
import { type BankStatement, statementStates } from '@ingot/endpoints/bank'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { TextLink } from '../../ui/form.tsx'
import { Item, ItemFigure, ItemNote } from '../../ui/item.tsx'
import { ListFilter } from '../../ui/list-filter.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './bank.module.css'
import { oneOf, type ViewProps } from './bank-fields.ts'
import { counted, periodWords } from './dollars.tsx'
import { useStatements } from './queries.ts'
import { StatementFigures } from './statement-figures.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const StatementItem = ({ statement }: { statement: BankStatement }) => {
  const { id, state, sequence, broughtBy, isFromChannel, file, from, until, open, at, problem } = statement
  const period = periodWords(from, until)
  return (
    <Item heading="h3" title={`Statement ${sequence}`} aside={<ItemFigure>{state}</ItemFigure>}>
      <ItemNote>
        {period !== null && `${period} · `}
        {isFromChannel ? 'by the bank’s own channel' : `brought by ${broughtBy}`}, <Moment at={at} /> · {file}
      </ItemNote>
      {state === 'Waiting' && (
        <p className={classes.waits}>
          <strong>Another person must confirm this at the bank.</strong> Until then it counts for nothing.{' '}
          <TextLink to="/operator/approvals?show=open">See the approvals</TextLink>
        </p>
      )}
      {problem !== null && <ItemNote>{problem}</ItemNote>}
      <StatementFigures statement={statement} />
      {state === 'Accepted' && (
        <ItemNote>
          {open > 0 && `${counted(open, 'line')} not settled yet. `}
          <TextLink to={`/operator/bank?show=lines&statement=${id}`}>See its lines</TextLink>
        </ItemNote>
      )}
    </Item>
  )
}

/** What the bank sent or an operator brought, newest first. */
export const Statements = ({ fields, onChange }: ViewProps) => {
  const mayBring = useHasRole('Owner', 'Finance')
  const [isBringing, setIsBringing] = useState(false)
  const state = oneOf(statementStates, fields.state)
  return (
    <>
      {mayBring && (
        <div className={classes.ways}>
          <Button variant="default" onClick={() => setIsBringing(true)}>
            Upload a statement
          </Button>
        </div>
      )}
      {isBringing && <UploadDialog onClose={() => setIsBringing(false)} />}
      <ListFilter>
        <NativeSelect
          label="State"
          data={[{ value: '', label: 'All' }, ...statementStates]}
          value={state ?? ''}
          onChange={(event) => onChange({ ...fields, state: event.currentTarget.value })}
        />
      </ListFilter>
      <PagedList
        what="statements"
        label="Statements"
        query={useStatements({ state })}
        empty={
          state === undefined ? (
            <EmptyState title="No statements yet">What the bank says of our account is listed here.</EmptyState>
          ) : (
            <EmptyState title="No such statement">Choose “All” to see the others.</EmptyState>
          )
        }
      >
        {(statement) => <StatementItem key={statement.id} statement={statement} />}
      </PagedList>
    </>
  )
}
