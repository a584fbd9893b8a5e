import { type Withdrawal, withdrawalStates } from '@ingot/endpoints/withdrawal-fields'
import { useNarrowing } from '../../lib/use-narrowing.ts'
import { Amount } from '../../ui/amount.tsx'
import { TimeOfDay } from '../../ui/moment.tsx'
import { NarrowedList } from '../../ui/narrowed-list.tsx'
import { Row } from '../../ui/row.tsx'
import { useDownloadWithdrawals, useWithdrawals } from './queries.ts'
import { barWords, parcelOf, withdrawalAddress } from './withdrawal-words.ts'

/** What came to nothing has no sign: it is in the wallet again. */
const signOf = ({ state }: Withdrawal) => (state === 'Cancelled' || state === 'Refused' ? '' : '−')

const WithdrawalRow = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const parcel = parcelOf(withdrawal)
  return (
    <Row
      to={withdrawalAddress(withdrawal.id)}
      title={`Bars: ${barWords(withdrawal.bars)}`}
      note={
        <>
          {withdrawal.state} · <TimeOfDay at={withdrawal.requestedAt} /> ·{' '}
          {parcel ?? (withdrawal.way === 'collect' ? 'at the counter' : 'by parcel')}
        </>
      }
      figure={<Amount value={signOf(withdrawal) + withdrawal.grams} asset={withdrawal.asset} />}
      aside={
        <>
          fees <Amount value={withdrawal.fees.total} asset="USD" />
        </>
      }
    />
  )
}

/** All withdrawals of bars, newest first, and the same as a file. */
export const WithdrawalList = () => {
  const narrowing = useNarrowing(withdrawalStates)
  return (
    <NarrowedList
      what="withdrawals"
      narrowing={narrowing}
      query={useWithdrawals(narrowing.filter)}
      download={useDownloadWithdrawals()}
      none="Each withdrawal of bars is listed here, with how it stands."
      dayOf={({ requestedAt }) => requestedAt}
    >
      {(withdrawal) => <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />}
    </NarrowedList>
  )
}
