import { type Remittance, remittanceStates } from '@ingot/endpoints/bank-fields'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { useNarrowing } from '../../lib/use-narrowing.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { NarrowedList } from '../../ui/narrowed-list.tsx'
import { Row } from '../../ui/row.tsx'
import { useDownloadRemittances, useRemittances } from './queries.ts'
import { remittanceAddress } from './remittance-words.ts'

const RemittanceRow = ({ remittance }: { remittance: Remittance }) => {
  const { id, number, state, announced, arrived, account, announcedAt, receivedAt, booked } = remittance
  const at = announcedAt ?? receivedAt
  const amount = arrived ?? announced
  return (
    <Row
      to={remittanceAddress(id)}
      title={`Remittance ${number}`}
      note={
        <>
          {state}
          {at && (
            <>
              {' '}
              · <Moment at={at} />
            </>
          )}
          {account && ` · ${accountName(account)}`}
        </>
      }
      figure={amount === null ? '—' : <Amount value={amount} asset="USD" />}
      aside={booked && state !== 'Reversed' && <Amount value={`+${booked.grams}`} asset="GCA" />}
    />
  )
}

/** All remittances, newest first, and the same as a file. */
export const RemittanceList = () => {
  const narrowing = useNarrowing(remittanceStates)
  return (
    <NarrowedList
      what="remittances"
      narrowing={narrowing}
      query={useRemittances(narrowing.filter)}
      download={useDownloadRemittances()}
      none="Each one is listed here with how it stands."
    >
      {(remittance) => <RemittanceRow key={remittance.id} remittance={remittance} />}
    </NarrowedList>
  )
}
