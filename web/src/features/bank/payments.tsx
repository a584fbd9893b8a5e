import '@mantine/core/styles/Input.css'
import {
  type BankPayment,
  type PaymentKind,
  type PaymentState,
  paymentKinds,
  paymentStates,
} from '@ingot/endpoints/bank'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Item, ItemFigure, ItemNote } from '../../ui/item.tsx'
import { ListFilter } from '../../ui/list-filter.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './bank.module.css'
import { oneOf, type ViewProps } from './bank-fields.ts'
import { Dollars } from './dollars.tsx'
import { MakeFileDialog } from './make-file-dialog.tsx'
import { usePayments } from './queries.ts'

const kindWords: Record<PaymentKind, string> = { payout: 'Payout', return: 'Return', proof: 'Small deposit' }

const stateWords: Record<PaymentState, string> = {
  Ready: 'not in a file yet',
  Sent: 'in a file, not on a statement yet',
  Paid: 'seen on a statement',
  Returned: 'came back',
  Failed: 'could not be paid',
  Cancelled: 'never sent',
}

const all = { value: '', label: 'All' }

const PaymentItem = ({ payment }: { payment: BankPayment }) => {
  const { number, kind, state, amount, name, lastFour, endToEndId, customer, madeAt, approvedBy, maySend } = payment
  return (
    <Item
      heading="h3"
      title={`${kindWords[kind]} to ${name}`}
      aside={
        <ItemFigure>
          <Dollars value={amount} />
        </ItemFigure>
      }
    >
      <ItemNote>
        No. {number} · account …{lastFour} · <Moment at={madeAt} />
        {customer && (
          <>
            {' · '}
            <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
          </>
        )}
        {approvedBy.length > 0 && ` · approved by ${approvedBy.join(', ')}`}
      </ItemNote>
      <p className={classes.became}>
        <strong>{state}</strong> · {stateWords[state]}
        {state === 'Ready' && !maySend && approvedBy.length > 0 && '. Somebody who did not approve it puts it into one'}
      </p>
      <FigureRows isAlone>
        <FigureRow name="End-to-end id">
          <CopyText label={`end-to-end id of payment ${number}`} value={endToEndId} />
        </FigureRow>
      </FigureRows>
    </Item>
  )
}

/** What the house pays by bank, and the way to a file for the bank. */
export const Payments = ({ fields, onChange }: ViewProps) => {
  const maySend = useHasRole('Owner', 'Finance')
  const [isMaking, setIsMaking] = useState(false)
  const filter = { state: oneOf(paymentStates, fields.state), kind: oneOf(paymentKinds, fields.kind) }
  const isNarrowed = filter.state !== undefined || filter.kind !== undefined
  return (
    <>
      {maySend && (
        <div className={classes.ways}>
          <Button variant="default" onClick={() => setIsMaking(true)}>
            Make a file
          </Button>
        </div>
      )}
      {isMaking && <MakeFileDialog onClose={() => setIsMaking(false)} />}
      <ListFilter>
        <NativeSelect
          label="State"
          data={[all, ...paymentStates]}
          value={filter.state ?? ''}
          onChange={(event) => onChange({ ...fields, state: event.currentTarget.value })}
        />
        <NativeSelect
          label="Kind"
          data={[all, ...paymentKinds.map((value) => ({ value, label: kindWords[value] }))]}
          value={filter.kind ?? ''}
          onChange={(event) => onChange({ ...fields, kind: event.currentTarget.value })}
        />
      </ListFilter>
      <PagedList
        what="payments"
        label="Payments"
        query={usePayments(filter)}
        empty={
          isNarrowed ? (
            <EmptyState title="No such payment">Choose “All” to see the others.</EmptyState>
          ) : (
            <EmptyState title="No payments yet">Payouts, returns and small deposits are listed here.</EmptyState>
          )
        }
      >
        {(payment) => <PaymentItem key={payment.id} payment={payment} />}
      </PagedList>
    </>
  )
}
