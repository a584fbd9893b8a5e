import { estates, leaving, nominees } from './policy-heirs.ts'
import { price } from './policy-price.ts'
import { reserves } from './policy-reserves.ts'
import { rewardDates, rewards } from './policy-rewards.ts'
import { announcements, contacts, status } from './policy-status.ts'
import { tickets } from './policy-tickets.ts'
import { tries } from './policy-tries.ts'
import { withdrawalDates, withdrawals } from './policy-withdrawals.ts'

/** Every number that an operator may want to change, with what it decides. */
export const policy = {
  session: {
    /** Without a mouse move, key press or click for this long, a session is over. */
    idleMinutes: 15,
    /** However busy, a session is over after this. */
    longestHours: 12,
    /** The same for operators. */
    operatorLongestHours: 8,
    /** Calls of one session that are worked on at a time, so that no single one takes what all the others need. */
    callsAtOnce: 6,
    /** So many more wait for their turn, and none longer than this; the rest are told to come back. */
    callsWaiting: 60,
    longestWaitSeconds: 5,
    /** Files that are received at the same time, of one session and in all: each stands in memory meanwhile. */
    bodiesAtOnce: 6,
    bodiesAtOnceInAll: 16,
  },
  device: {
    /** A device that was signed in from is known so long, or until the password changes. Browsers keep it no longer. */
    trustedDays: 400,
    /** Accounts that one device is known for at a time; the oldest gives way. */
    accounts: 4,
  },
  stepUp: {
    /** What was proven for an operation holds this long. */
    grantSeconds: 120,
  },
  credentials: {
    /** For so long after the password was given, what else needs it does not ask for it again. */
    passwordFreshMinutes: 10,
    /** After a change of password, PIN or 2FA nothing leaves the account for this long. */
    outgoingHoldHours: 48,
    /** 2FA that was lost with its backup codes is taken off after this long, unless the owner vetoes it. */
    recoveryDays: 3,
    backupCodes: 10,
    /** Wrong PINs before the first lock, which doubles with each one more. */
    pinTries: 5,
    pinLockSeconds: 60,
    pinLockLongestSeconds: 24 * 3600,
  },
  mail: {
    verifyLinkHours: 24,
    resetLinkMinutes: 30,
    /** While so many of these links work, another one is mailed only when the newest has lived half its life. */
    resetLinksAtOnce: 3,
    lockLinkDays: 7,
    codeMinutes: 10,
    codeTries: 5,
    /** A mail that anyone can ask for goes to the same person at most this often. */
    againAfterSeconds: 50,
    /** Registrations of one e-mail that wait for its owner at the same time; each has a mail of its own. */
    registrationsPerEmail: 3,
  },
  operators: {
    /** The link in the mail that invites one. */
    invitationHours: 72,
  },
  affiliates: {
    /** How far down a customer's network counts, and so how far up a verification can change ranks. */
    levels: 5,
    /** How many verified customers a rank takes: brought by oneself, and in all of the network that counts. */
    ranks: {
      Affiliates: { direct: 1, all: 1 },
      Introducer: { direct: 5, all: 15 },
      Consultant: { direct: 10, all: 50 },
    },
    /** Whoever came within so many days counts as new. */
    newDays: 30,
    /** So many days after somebody came, two operators may still put the introducer right. */
    correctionDays: 14,
    /** Up to so many below, a search looks through them; of more, through the names. */
    searchedOneByOne: 5000,
  },
  verification: {
    /** The provider is asked about one applicant at most this often because a page polls, unless a setting says otherwise. */
    askAgainSeconds: 15,
    /** Whoever waits for a decision is asked about this often without any page, so that a lost message heals. */
    askWaitingMinutes: 10,
    /** So is whoever was let in, should the message be lost that takes it back. */
    askSettledHours: 24,
    /** An erased customer's identity is kept so long if he was ever let in: the law against money laundering asks for it. */
    identityKeptYears: 5,
  },
  price,
  deals: {
    /** A quote holds this long. */
    quoteSeconds: 30,
    /** Once the PIN is asked for, it holds this long from then on: never longer than both of these together. */
    reserveSeconds: 45,
    /** In basis points: if gold has moved by more than this against the house since the quote, it is not reserved. */
    reserveMove: 30n,
    /** Quotes that one customer may ask for in a minute: a page renews its own, and asks as the customer types. */
    quotesPerMinute: 60,
    /** In dollars: the most of one customer on one day, by UTC, of all products together. */
    mostPerDayUsd: '100000',
    /** The same in grams of gold, whichever way: a price that is wrong makes dollars wrong, and grams not. */
    mostPerDayGrams: '1000',
    /** Quotes are forgotten after this; what was done keeps its own figures. */
    quotesKeptDays: 7,
  },
  trade: {
    /** In dollars: the least and the most that is traded at once, and the most in grams of gold. */
    leastUsd: '1',
    mostUsd: '50000',
    mostGrams: '500',
    /** In basis points: how far a price is from the feed's on either side, market open or closed, and the fee. */
    pairs: {
      'QMGT/USDT': { spread: 50n, closedSpread: 150n, fee: 25n },
      'USDAU/USDT': { spread: 10n, closedSpread: 20n, fee: 10n },
      'QMGT/USDAU': { spread: 40n, closedSpread: 140n, fee: 20n },
    },
    /** How much gold stands behind USDAU, in basis points of its worth. */
    usdauMargin: 10_500n,
  },
  holdings: {
    /** In basis points: what is taken of what a customer pays for GAE and GAE Extra. */
    bookingFee: 50n,
    /** In dollars: the least that is paid for GAE at once, for GAE Extra, which adds to what is there, and in a group. */
    leastUsd: { GAE: '50', GAEX: '10', GDS: '50' },
    /** The most that is booked, converted or ended at once: in dollars, and in grams of gold. */
    mostUsd: '100000',
    mostGrams: '1000',
    /** In basis points: what is taken of QMGT that is converted into GCA, and in grams the least that is. */
    convertFee: 25n,
    leastConvert: '0.01',
    /** In basis points: what is taken of what a holding brings when it ends; and of GCA that becomes QMGT again. */
    terminationFee: 50n,
    gcaToQmgtFee: 25n,
    /** In grams: the least that ends of a holding, and the least that is left of it unless nothing is. */
    leastPart: '0.01',
    /** How many holdings end at once, oldest first: each is locked, and has a line in the note. */
    mostHoldings: 100,
  },
  groups: {
    /** How many are in a group, and in how many groups one is, those that were only asked for included. */
    mostMembers: 50,
    mostGroups: 10,
    /** How long a code lets others ask to join. */
    codeDays: 30,
    /** From so many on who show their grams, the sum is shown: of fewer it would tell one of the other. */
    totalFrom: 3,
  },
  staking: {
    /** In QMGT: the least and the most that is staked at once. */
    least: '1',
    most: '1000',
    /** In basis points of the stake, over the whole term: a term of 0 is not offered. */
    rate: { days90: 50n, days180: 125n, days365: 300n },
    /** In QMGT: the least that is claimed while a term runs. */
    leastClaim: '0.01',
    /** Up to this one operator pays a reward, above it takes two: in dollars at the bid. */
    aloneUsd: '1000',
  },
  stakingDates: {
    /** Nothing vests before this day, and notice is given so many days before one leaves. */
    vestsFromDays: 30,
    noticeDays: 7,
    /** A request that waits for so long is told apart in the queue, and after this is an alarm. */
    oldDays: 2,
    alarmDays: 5,
    /** Stakes that one request asks for, oldest first. */
    partsAtOnce: 100,
    /** Stakes that end in one transaction. */
    endedAtOnce: 200,
  },
  pool: {
    /** In basis points of fees: so much is kept for those who brought customers, and never goes into the pool of rewards. */
    keptForReferrals: 3000n,
  },
  rewards,
  rewardDates,
  plans: {
    /** In dollars: the least and the most that a plan buys for each time. */
    leastUsd: '10',
    mostUsd: '5000',
    /** Plans of one customer that are not ended. */
    mostPlans: 10,
  },
  payouts: {
    /** In dollars: the least and the most that is paid out at once, and the most of one customer within 24 hours. */
    leastUsd: '10',
    mostUsd: '50000',
    mostPerDayUsd: '100000',
    /** What is taken of a payout: so many dollars, and in basis points of its dollars. */
    fee: { fixedUsd: '1', basisPoints: 20n },
    /** Dollars for one token. */
    rate: { USDT: '1', USDAU: '1' },
    /** 0 stops new payouts of a token, as when its market is far from a dollar. */
    isOn: { USDT: 1, USDAU: 1 },
  },
  withdrawals,
  reserves,
  nominees,
  estates,
  leaving,
  tickets,
  withdrawalDates,
  status,
  announcements,
  contacts,
  payoutDesk: {
    /** In dollars: up to this one operator approves a payout, above it takes two. */
    aloneUsd: '10000',
    /** One that waits for so long is told apart in the queue, and after this is an alarm. */
    oldDays: 2,
    alarmDays: 5,
    /** One that was approved and is in no file by then is an alarm. */
    unsentDays: 2,
    /** What came back and could not be credited by then is an alarm. */
    uncreditedHours: 1,
  },
  planDates: {
    /** At which hour of its day, in the customer's zone, a plan buys. */
    hour: 9,
    /** A date that was missed is tried again so long after the first time; of plans that buy each day it is not. */
    retryHours: { first: 24, second: 72 },
    /** Without a market or a price for so long, a date is missed. Dates that nobody looked at for longer are left out. */
    waitDays: 4,
    /** While there is no price it is looked for so often. */
    priceAgainMinutes: 5,
    /** After so many missed dates in a row a plan is paused. */
    skipsToPause: 3,
    /** So long before its first date the customer is told of it. */
    announceHours: 24,
  },
  remittances: {
    /** In basis points: what is taken of dollars that came by bank and are booked. */
    bookingFee: 50n,
    /** In dollars: the least and the most that is announced at once. */
    leastUsd: '100',
    mostUsd: '100000',
    /** In dollars: what of one customer is booked by itself in 24 hours, and what one operator lets be booked alone. */
    bySelfUsd: '5000',
    byOneUsd: '10000',
    /** Remittances of one customer that are announced and have not come. */
    mostOpen: 5,
  },
  remittanceDates: {
    /** So many days from Monday to Friday it is waited for what was announced. */
    workingDays: 10,
    /** So many days documents are waited for where somebody else has paid; then it is returned. */
    documentDays: 10,
    /** While there is no price, or something is stopped, it is looked for so often. */
    againMinutes: 5,
  },
  payments: {
    /** In basis points: what is taken of what a card is charged, and how far its price is from the feed's while the market is open. */
    cardFee: 300n,
    spread: 75n,
    /** In dollars: the least that is paid at once; the most at once and in 30 days, at first and for whoever is trusted. */
    leastUsd: '10',
    mostUsd: { atFirst: '500', trusted: '2000' },
    mostPer30DaysUsd: { atFirst: '1000', trusted: '5000' },
    /** How many days grams are bound after a payment. */
    clearingDays: { atFirst: 14, trusted: 7 },
    /** Trusted is whoever first paid so many days ago and was in no dispute for so long. */
    trustedDays: 90,
    /** Payments of one customer that are neither paid nor over. */
    mostOpen: 3,
  },
  paymentDates: {
    /** The price is locked so long: the least that processors keep a page open. */
    lockMinutes: 30,
    /** So long the page takes a card, counted from our own row: somewhat longer, so that asking for it again is still in time. */
    pageMinutes: 32,
    /** How far the processor's clock may be from ours. */
    skewSeconds: 60,
    /** One that nobody has heard of since is looked up at the processor. */
    lookAfterMinutes: 35,
    /** Paid, and no price can be had: tried again each minute, and after so long an operator looks. */
    priceMinutes: 60,
    againMinutes: 1,
    /** While a page polls, the processor is asked about one payment at most this often. */
    askAgainSeconds: 3,
    /** So far back the processor's own list of events is read, each hour, so that lost messages heal. */
    eventsHours: 48,
    /** Messages are known so long: longer than any processor sends one again. */
    eventsKeptDays: 30,
    /** Held or disputed for so long is an alarm. */
    heldDays: 3,
    disputedDays: 7,
  },
  alerts: {
    /** A price alert that fired does not fire again before this. */
    againAfterHours: 12,
    /** In basis points of its level: nor before the price has come back by so much. For a move, in hundredths of a point. */
    backBy: 50n,
  },
  treasury: {
    /** Operators are shown a proposal to issue when a token's stock is less than customers buy in so many days. */
    stockDays: 14,
    /** The same when it is less than this: dollars of USDAU, grams of the others. */
    leastStock: { QMGT: '1000', USDAU: '50000', GCA: '500', GAE: '1000' },
  },
  wallet: {
    /** A new outside address waits this long before anything leaves to it. */
    newAddressHours: 24,
    /** What could not leave for this long after its time, whatever was in the way, goes back to its customer. */
    waitingLongestDays: 7,
    /** Whoever is no longer verified, or owes something, when a transfer would leave is looked at again after this. */
    unverifiedAgainMinutes: 60,
    /** Addresses in one customer's book. */
    addressesMost: 50,
    /** The link in a mail that freezes the account. */
    freezeLinkDays: 14,
    /** Of one transfer, of 24 hours, and what it costs to another customer and to an address outside. */
    sending: {
      USDT: { smallest: '1', largest: '50000', perDay: '100000', fees: { inner: '0', outside: '1' } },
      QMGT: { smallest: '0.01', largest: '500', perDay: '1000', fees: { inner: '0', outside: '0.01' } },
      USDAU: { smallest: '1', largest: '50000', perDay: '100000', fees: { inner: '0', outside: '1' } },
    },
  },
  bank: {
    /** What came and nobody knows whose it is goes back after this. */
    suspenseDays: 10,
    /** Payments in one file; the rest goes into the next. */
    paymentsInFile: 500,
    /** Working days without a statement, and since a payment was sent without one that shows it, after which it alarms. */
    statementDays: 3,
    paymentDays: 5,
  },
  /** For how many days a profile is hidden. */
  consultants: { hiddenDays: 30 },
  bankAccounts: {
    /** Accounts of one customer that were not removed. */
    most: 3,
    /** Money goes to an account so long after it was added, however soon it was verified. */
    newAccountHours: 48,
    /** How long the code of a small deposit is taken once it is on its way, and how often it may be tried. */
    depositDays: 10,
    codeTries: 3,
    /** Small deposits that one customer gets within 24 hours and within 30 days: they are given away. */
    depositsPerDay: 3,
    depositsPerMonth: 6,
    /** The link in a mail that removes an account that was just added. */
    cancelLinkDays: 14,
    /** If one has waited for an operator for so long, that is an alarm. */
    reviewDays: 3,
  },
  /** What an operator asks for waits this long for another one. */
  approvals: { openHours: 72 },
  /** What browsers report that a page's policy forbade: taken from one address, and logged in all, each minute. */
  reports: { perAddressMinute: 20, loggedPerMinute: 30 },
  tries,
} as const
