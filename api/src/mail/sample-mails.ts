import { subtract } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import * as alert from './alert-mails.ts'
import * as approval from './approval-mails.ts'
import * as bank from './bank-mails.ts'
import * as consultant from './consultant-mails.ts'
import * as estate from './estate-mails.ts'
import * as invitation from './invitation-mails.ts'
import * as kyc from './kyc-mails.ts'
import * as leaving from './leaving-mails.ts'
import * as account from './mails.ts'
import * as news from './news-mails.ts'
import * as nominee from './nominee-mails.ts'
import * as operator from './operator-mails.ts'
import * as payment from './payment-mails.ts'
import * as payout from './payout-mails.ts'
import * as plan from './plan-mails.ts'
import * as policy from './policy-mails.ts'
import * as remittance from './remittance-mails.ts'
import * as staking from './staking-mails.ts'
import * as statement from './statement-mails.ts'
import type { MailContent } from './template.ts'
import * as ticket from './ticket-mails.ts'
import * as wallet from './wallet-mails.ts'
import * as withdrawal from './withdrawal-mails.ts'

// Every mail the house sends, filled in as it could be: for tests, and for the pictures of them.

const site = 'https://gold.example'
export const link = `${site}/do?token=secret-of-the-link`
const otherLink = `${site}/undo?token=another-secret`
export const heldUntil = new Date('2026-11-17T04:02:11Z')
// Said in another zone, to see that mails do not.
export const happened = {
  at: new Date('2026-11-15T05:02:11+01:00'),
  device: 'Firefox 145 on Windows',
  address: '203.0.113.7',
}
const { at } = happened
const until = heldUntil

export const usdt = (text: string) => parseAmount('USDT', text)
const usd = (text: string) => parseAmount('USD', text)
const qmgt = (text: string) => parseAmount('QMGT', text)

const registered = { ...happened, username: 'mia', code: '402917', minutes: 10 }
const outgoing = {
  total: usdt('11'),
  amount: subtract(usdt('11'), usdt('1')),
  fee: usdt('1'),
  to: '0x0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
}
const sums = { amount: usdt('250'), fee: usd('2.5'), receive: usd('246.87'), at, link }
const ofPlan: plan.PlanTold = { product: 'GAE', amount: usdt('20'), every: 'week', on: '2026-11-18', link }
const ofBars = { numbers: 'W-000012', bars: '1 × 10 g, 2 × 1 g', grams: qmgt('12'), fees: usd('86.4'), at, link }
const ofTicket = { reference: 'T-2026-000123', link, takesReplies: true }
const ofStake = { number: '7', link }
const remitted = { cents: 50_000n, reason: null, link }
const paid = { reason: null, link }
const ofConsultant = {
  ...{ name: 'Anna B.', text: 'How does it work?', report: 'Pressure', reason: 'Please call us.' },
  ...{ hiddenUntil: until, link },
}
const ofReward: staking.RequestTold = { number: '7', isSold: true, currency: 'USDT', reason: 'Please call us.', link }
const ways = { freezeLink: link, cancelLink: otherLink }

/** With the link that is added when it is sent. */
const optional = (content: MailContent): MailContent => ({ ...content, stop: `${site}/no-more-mail/proof` })

export const samples: Record<string, { what: string; mails: Record<string, MailContent> }> = {
  account: {
    what: 'Account and safety',
    mails: {
      verifyEmail: account.verifyEmail({ ...registered, link, hours: 24 }),
      verifyEmailCode: account.verifyEmailCode(registered),
      alreadyRegistered: account.alreadyRegistered({ signInLink: link, resetLink: otherLink }),
      resetPassword: account.resetPassword({ link, minutes: 30 }),
      credentialChanged: account.credentialChanged({
        ...happened,
        what: 'password-changed',
        lockLink: link,
        heldUntil,
      }),
      newDevice: account.newDevice({ ...happened, lockLink: link }),
      recoveryRequested: account.recoveryRequested({ ...happened, endsAt: until, vetoLink: link }),
      recoveryDone: account.recoveryDone({ signInLink: link, heldUntil }),
      accountLocked: account.accountLocked({ resetLink: link }),
    },
  },
  kyc: {
    what: 'Verification',
    mails: {
      identityVerified: kyc.identityVerified({ link }),
      verificationAgain: kyc.verificationAgain({ link }),
      verificationDeclined: kyc.verificationDeclined({ link }),
      verificationAnew: kyc.verificationAnew({ link }),
    },
  },
  wallet: {
    what: 'Money that leaves',
    mails: {
      transferSent: wallet.transferSent({ ...happened, ...outgoing, freezeLink: link }),
      transferLeft: wallet.transferLeft({ ...outgoing, at, freezeLink: link }),
      transferEnded: wallet.transferEnded({ ...outgoing, at, reason: 'customer', link }),
      transferWaits: wallet.transferWaits({ ...happened, ...outgoing, leavesAt: until, ...ways }),
      addressAdded: wallet.addressAdded({ ...happened, to: outgoing.to, usableFrom: until, ...ways }),
      outgoingFrozen: wallet.outgoingFrozen({ ...happened, link }),
      outgoingFrozenByUs: wallet.outgoingFrozenByUs(at),
      outgoingUnfrozen: wallet.outgoingUnfrozen({ ...happened, freezeLink: link }),
    },
  },
  bank: {
    what: 'Bank accounts',
    mails: {
      bankAccountAdded: bank.bankAccountAdded({ ...happened, country: 'DE', hours: 48, ...ways }),
      bankAccountVerified: bank.bankAccountVerified({ country: 'DE', payableFrom: until, link }),
      bankAccountRejected: bank.bankAccountRejected({ country: 'DE', reason: 'code', link }),
      bankAccountSuspended: bank.bankAccountSuspended({ country: 'DE', reason: 'payment-returned', link }),
    },
  },
  payout: {
    what: 'Payouts to a bank account',
    mails: {
      payoutRequested: payout.payoutRequested({ ...happened, ...sums, ...ways }),
      payoutEnded: payout.payoutEnded({ ...sums, why: 'Please call us.' }),
      payoutSent: payout.payoutSent(sums),
      payoutPaid: payout.payoutPaid(sums),
      payoutReturned: payout.payoutReturned({ ...sums, back: { cents: usd('246.87'), amount: usdt('247') } }),
    },
  },
  remittance: {
    what: 'Remit to save',
    mails: {
      remittanceBooked: remittance.remittanceBooked(remitted),
      remittanceHeld: remittance.remittanceHeld({ ...remitted, reason: 'third-party' }),
      remittanceReturned: remittance.remittanceReturned({ ...remitted, reason: 'third-party' }),
      remittanceExpired: remittance.remittanceExpired(remitted),
      remittanceReversed: remittance.remittanceReversed(remitted),
      debtOwed: remittance.debtOwed(link),
      debtSettled: remittance.debtSettled(link),
    },
  },
  payment: {
    what: 'Spend to save',
    mails: {
      paymentBooked: payment.paymentBooked(paid),
      paymentHeld: payment.paymentHeld({ ...paid, reason: 'no-gold' }),
      paymentCleared: payment.paymentCleared(paid),
      paymentRefunded: payment.paymentRefunded({ ...paid, reason: 'no-gold' }),
      paymentDisputed: payment.paymentDisputed(paid),
      paymentWon: payment.paymentWon(paid),
      paymentLost: payment.paymentLost(paid),
    },
  },
  plan: {
    what: 'Gold plans (can be turned off)',
    mails: {
      planFirst: optional(plan.planFirst(ofPlan)),
      planSkipped: optional(plan.planSkipped({ ...ofPlan, reason: 'no-money' })),
      planPaused: optional(plan.planPaused({ ...ofPlan, reason: 'skipped', missed: 'above-ceiling' })),
    },
  },
  staking: {
    what: 'Staking',
    mails: {
      stakeEnded: staking.stakeEnded(ofStake),
      stakeLeft: staking.stakeLeft(ofStake),
      stakeRenewed: staking.stakeRenewed(ofStake),
      stakeNotRenewed: staking.stakeNotRenewed({ ...ofStake, why: 'PoolEmpty' }),
      rewardPaid: staking.rewardPaid(ofReward),
      rewardRejected: staking.rewardRejected(ofReward),
    },
  },
  withdrawal: {
    what: 'Physical gold',
    mails: {
      withdrawalRequested: withdrawal.withdrawalRequested({ ...happened, ...ofBars, ...ways }),
      deliveryAddressAdded: withdrawal.deliveryAddressAdded({
        ...happened,
        usableFrom: until,
        link,
        freezeLink: otherLink,
      }),
      withdrawalEnded: withdrawal.withdrawalEnded({ ...ofBars, why: 'Please call us.' }),
      withdrawalSent: withdrawal.withdrawalSent({ ...ofBars, carrier: 'Malca-Amit', tracking: 'MA123456789' }),
      withdrawalReady: withdrawal.withdrawalReady({ ...ofBars, counter: 'Zurich', until }),
      withdrawalDelivered: withdrawal.withdrawalDelivered({ ...ofBars, until }),
      withdrawalLate: withdrawal.withdrawalLate(ofBars),
      withdrawalLost: withdrawal.withdrawalLost(ofBars),
      withdrawalReturned: withdrawal.withdrawalReturned({ ...ofBars, why: 'Nobody was there.' }),
      withdrawalCredited: withdrawal.withdrawalCredited({
        ...ofBars,
        backGrams: qmgt('12.034'),
        backFees: usd('86.4'),
      }),
      withdrawalReplaced: withdrawal.withdrawalReplaced(ofBars),
    },
  },
  nominee: {
    what: 'Nominees (the reminder can be turned off)',
    mails: {
      nomineesConfirmed: nominee.nomineesConfirmed({
        ...{ ...happened, namesNobody: false, inForceFrom: until, freezeLink: link, takeBackLink: otherLink },
      }),
      nomineesInForce: nominee.nomineesInForce({ namesNobody: true, at, link }),
      nomineesWithdrawn: nominee.nomineesWithdrawn({ ...happened, link }),
      nomineesReminder: optional(nominee.nomineesReminder({ namesNobody: false, at, link })),
    },
  },
  estate: {
    what: 'Estates',
    mails: {
      deathReported: estate.deathReported({ reference: '7F3A91C2', at, link, days: 180 }),
      estateChecking: estate.estateChecking({ at, link }),
      estateReminder: estate.estateReminder({ until, link }),
      estateVetoed: estate.estateVetoed({ at, link }),
      estateRefused: estate.estateRefused({ at, link }),
      estateRenewed: estate.estateRenewed({ at, isOpen: true, link }),
      inheritanceWaits: estate.inheritanceWaits({ isGuardian: false, link }),
      inheritanceReceived: estate.inheritanceReceived({ at, link }),
    },
  },
  consultant: {
    what: 'Consultants',
    mails: {
      profileApproved: consultant.profileApproved(ofConsultant),
      profileSentBack: consultant.profileSentBack(ofConsultant),
      consultantWarned: consultant.consultantWarned(ofConsultant),
      consultantHidden: consultant.consultantHidden(ofConsultant),
      consultantSuspended: consultant.consultantSuspended(ofConsultant),
      consultantShownAgain: consultant.consultantShownAgain(ofConsultant),
      appealUpheld: consultant.appealUpheld(ofConsultant),
      appealRejected: consultant.appealRejected(ofConsultant),
      messageToConsultant: consultant.messageToConsultant(ofConsultant),
      messageOfConsultant: consultant.messageOfConsultant(ofConsultant),
    },
  },
  ticket: {
    what: 'Help',
    mails: {
      ticketReceived: ticket.ticketReceived({ ...ofTicket, isVisitor: true }),
      ticketAnswered: ticket.ticketAnswered({ ...ofTicket, text: 'It arrived this morning.', waits: true }),
      ticketClosed: ticket.ticketClosed({ ...ofTicket, days: 30 }),
    },
  },
  others: {
    what: 'Statements, alerts, news and fees (all but fees can be turned off)',
    mails: {
      statementReady: optional(statement.statementReady({ month: 'October 2026', link })),
      alertFired: optional(alert.alertFired({ kind: 'moves', level: '2', price: '101.25', at, link })),
      announced: optional(news.announced({ title: 'A second vault in Singapore', link })),
      feeRises: policy.feeRises({ fee: 'the fee for trading', before: '25', after: '30', from: until, link }),
    },
  },
  leaving: {
    what: 'Leaving',
    mails: {
      packReady: leaving.packReady({ keptUntil: until, link }),
      packFailed: leaving.packFailed({ link }),
      accountClosed: leaving.accountClosed({ at, keptUntil: until }),
    },
  },
  invitation: {
    what: 'To somebody who is invited',
    mails: {
      invitation: invitation.invitation({ brand: 'Ingot', from: 'Anna B.', name: 'Bea', link, stop: otherLink }),
    },
  },
  operator: {
    what: 'To operators',
    mails: {
      doneAlone: operator.doneAlone({ title: 'Account frozen', at, by: 'olga', facts: [['Customer', 'mia']], link }),
      doneByItself: operator.doneByItself({
        title: 'Sales were stopped',
        at,
        facts: [['Why', 'The list of bars is old.']],
        link,
      }),
      operatorInvitation: operator.operatorInvitation({
        ...{ brand: 'Ingot', inviter: 'olga', roles: ['Support'], until, link },
      }),
      approvalWaits: approval.approvalWaits({ title: 'Open a product', asker: 'olga', until, link }),
    },
  },
}

/** Every function that makes a mail, by its name. */
export const makers = Object.assign(
  {},
  ...[account, alert, approval, bank, consultant, estate, invitation, kyc, leaving, news, nominee, operator, payment],
  ...[payout, plan, policy, remittance, staking, statement, ticket, wallet, withdrawal],
) as Record<string, unknown>
