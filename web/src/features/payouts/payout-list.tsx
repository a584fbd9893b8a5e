import { type Payout, payoutStates } from '@ingot/endpoints/bank-fields'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { useNarrowing } from '../../lib/use-narrowing.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { NarrowedList } from '../../ui/narrowed-list.tsx'
import { Row } from '../../ui/row.tsx'
import { payoutAddress } from './payout-words.ts'
import { useDownloadPayouts, usePayouts } from './queries.ts'

/** What came to nothing has no sign: it is in the wallet again. */
const signOf = ({ state }: Payout) => (state === 'Cancelled' || state === 'Refused' ? '' : '−')

const PayoutRow = ({ payout }: { payout: Payout }) => (
  <Row
    to={payoutAddress(payout.id)}
    title={`Payout of ${payout.asset}`}
    note={
      <>
        {payout.state} · <Moment at={payout.requestedAt} /> · {accountName(payout.account)}
      </>
    }
    figure={<Amount value={signOf(payout) + payout.amount} asset={payout.asset} />}
    aside={<Amount value={payout.receive} asset="USD" />}
  />
)

/** All payouts, newest first, and the same as a file. */
export const PayoutList = () => {
  const narrowing = useNarrowing(payoutStates)
  return (
    <NarrowedList
      what="payouts"
      narrowing={narrowing}
      query={usePayouts(narrowing.filter)}
      download={useDownloadPayouts()}
      none="Each payout is listed here with how it stands."
    >
      {(payout) => <PayoutRow key={payout.id} payout={payout} />}
    </NarrowedList>
  )
}
