import { type Payment, paymentStates } from '@ingot/endpoints/payment-fields'
import { useNarrowing } from '../../lib/use-narrowing.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { NarrowedList } from '../../ui/narrowed-list.tsx'
import { Row } from '../../ui/row.tsx'
import { isSome, paymentAddress } from './payment-words.ts'
import { useDownloadPayments, usePayments } from './queries.ts'

/** What is gold still, or what went back: whatever says most. */
const Aside = ({ payment: { state, booked, refunded } }: { payment: Payment }) => {
  if (isSome(refunded))
    return (
      <>
        <Amount value={refunded} asset="USD" /> went back
      </>
    )
  return booked && state !== 'Reversed' && <Amount value={`+${booked.grams}`} asset="GCA" />
}

const PaymentRow = ({ payment }: { payment: Payment }) => (
  <Row
    to={paymentAddress(payment.id)}
    title={`Card payment ${payment.number}`}
    note={
      <>
        {payment.state} · <Moment at={payment.createdAt} />
      </>
    }
    figure={<Amount value={payment.amount} asset="USD" />}
    aside={<Aside payment={payment} />}
  />
)

/** All card payments, newest first, and the same as a file. */
export const PaymentList = () => {
  const narrowing = useNarrowing(paymentStates)
  return (
    <NarrowedList
      what="card payments"
      narrowing={narrowing}
      query={usePayments(narrowing.filter)}
      download={useDownloadPayments()}
      none="Each one is listed here with how it stands."
    >
      {(payment) => <PaymentRow key={payment.id} payment={payment} />}
    </NarrowedList>
  )
}
