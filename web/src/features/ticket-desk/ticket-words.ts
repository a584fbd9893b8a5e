import type { ComplaintState, DeskTicket } from '@ingot/endpoints/ticket-fields'

export const complaintWords: Readonly<Record<ComplaintState, string>> = {
  Acknowledge: 'Complaint, to acknowledge',
  Answer: 'Complaint, to answer',
  Late: 'Complaint, late',
  Answered: 'Complaint, answered',
}

export const askerOf = ({ customer, visitor }: Pick<DeskTicket, 'customer' | 'visitor'>): string =>
  customer ? customer.username : `${visitor ?? 'Somebody'}, a visitor`
