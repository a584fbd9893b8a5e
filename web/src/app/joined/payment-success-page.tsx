import { DebtCard } from '../../features/debts/debt-card.tsx'
import { PaymentResult } from '../../features/payments/payment-result.tsx'

/** Joins what became of a payment with what is owed because of one. */
export const PaymentSuccessPage = () => <PaymentResult owed={<DebtCard />} />
