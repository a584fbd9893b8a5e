import { type DeskWithdrawalDetails, readDeskWithdrawal, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { Actions } from './actions.tsx'
import { About, Address, Bars, Carrier, History, Part } from './parts.tsx'
import { Photos } from './photos.tsx'
import { useWithdrawal } from './queries.ts'
import classes from './withdrawal-desk.module.css'
import { isPacked, nextWords } from './withdrawal-words.ts'

const back = { to: '/operator/withdrawals', label: 'Withdrawals' }

const Missing = () => (
  <>
    <PageHeading back={back}>Withdrawal</PageHeading>
    <EmptyState
      title="There is no such withdrawal"
      action={
        <Button component={PageLink} to={back.to} variant="default">
          All withdrawals
        </Button>
      }
    >
      The address may be misspelt.
    </EmptyState>
  </>
)

const Shown = ({ withdrawal }: { withdrawal: DeskWithdrawalDetails }) => {
  const mayAct = useHasRole('Owner', 'Vault')
  const { id, number, state } = withdrawal
  return (
    <>
      <PageHeading back={back}>Withdrawal {number}</PageHeading>
      <AskedAbout thing={withdrawalThing(id)} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Part title={state}>
            <p>{nextWords(withdrawal)}</p>
            {/* Another state is another thing to do: nothing of what was typed stays. */}
            <Actions key={state} withdrawal={withdrawal} />
          </Part>
          {isPacked(state) && (
            <Part title="Pictures">
              <Photos withdrawal={withdrawal} mayAdd={mayAct && withdrawal.endedAt === null} />
            </Part>
          )}
          <Carrier withdrawal={withdrawal} />
          <History withdrawal={withdrawal} />
        </div>
        <div className={classes.column}>
          <About withdrawal={withdrawal} />
          <Address withdrawal={withdrawal} />
          <Bars withdrawal={withdrawal} />
        </div>
      </div>
    </>
  )
}

const Read = ({ id }: { id: string }) => {
  const query = useWithdrawal(id)
  if (query.data === null) return <Missing />
  if (query.data) return <Shown withdrawal={query.data} />
  return (
    <>
      <PageHeading back={back}>Withdrawal</PageHeading>
      <Unread what="withdrawal" query={query} />
    </>
  )
}

/** One parcel: what it is, where it is, and what is done with it next. What cannot be one is not asked for. */
export const OperatorWithdrawalPage = () => {
  const { id = '' } = useParams()
  return readDeskWithdrawal.params.safeParse({ id }).success ? <Read key={id} id={id} /> : <Missing />
}
