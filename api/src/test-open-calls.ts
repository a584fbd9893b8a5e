/** What anyone may call. Whoever adds to it has thought about it. */
export const publicByDesign = new Set([
  'readHealth',
  'readContract',
  'readDocs',
  'readText',
  'register',
  'findIntroducer',
  'sendRegistrationLink',
  'verifyEmailByLink',
  'sendMailCode',
  'verifyEmailByCode',
  'signIn',
  'signInWithCode',
  'requestRecovery',
  'vetoRecovery',
  'lockAccount',
  'sendResetLink',
  'checkResetLink',
  'resetPassword',
  'readPicture',
  'cancelTransferByMail',
  'cancelAddressByMail',
  'cancelBankAccountByMail',
  'cancelPayoutByMail',
  'cancelWithdrawalByMail',
  'freezeOutgoingByMail',
  'readReceipt',
  'receiveKycWebhook',
  'receivePaymentWebhook',
  'receiveCarrierWebhook',
  'releaseParcel',
  'receiveCspReport',
  'readPrice',
  'readPriceHistory',
  'readFeeShare',
  'acceptInvitation',
  'checkDocumentNumber',
  'listCertificates',
  'downloadChecker',
  'readConsultant',
  'stopMail',
])

const nobodys = '00000000-0000-4000-8000-000000000000'

/** Parameters that belong to nobody: a text, a code that is given away, a name that cannot be guessed. */
export const publicParams: Record<string, Record<string, string>> = {
  readText: { name: 'term-conditions' },
  findIntroducer: { referralCode: '22222222' },
  readPicture: { name: '0'.repeat(32) },
  readReceipt: { id: nobodys, transactionType: 'send' },
  // Every operator sees every approval; who may decide which is held by approvals/decisions.test.ts.
  approve: { id: nobodys },
  refuseApproval: { id: nobodys },
  withdrawApproval: { id: nobodys },
  // What operators look after is nobody's own: which of them may is told by their roles.
  listQueue: { queue: 'frozen' },
  decideQueued: { queue: 'frozen', id: nobodys },
  takeQueued: { queue: 'frozen', id: nobodys },
  readCustomer: { id: nobodys },
  downloadPaymentFile: { id: nobodys },
  readDeskWithdrawal: { id: nobodys },
  packWithdrawal: { id: nobodys },
  sendWithdrawal: { id: nobodys },
  readyWithdrawal: { id: nobodys },
  handOverWithdrawal: { id: nobodys },
  renewReleaseCode: { id: nobodys },
  returnWithdrawal: { id: nobodys },
  deliverWithdrawal: { id: nobodys },
  loseWithdrawal: { id: nobodys },
  labelOfWithdrawal: { id: nobodys },
  addWithdrawalPhoto: { id: nobodys },
  readWithdrawalPhoto: { id: nobodys, photo: nobodys },
  actOnCustomer: { id: nobodys },
  readPersonalData: { id: nobodys },
  // Whose the holding is, is looked at once the PIN was proven; that is held by holdings/attack.test.ts.
  partialTerminate: { id: nobodys },
  // Whose the plan is, is looked at once the operation has a name; that is held by plans/attack.test.ts.
  changePlan: { id: nobodys },
  pausePlan: { id: nobodys },
  resumePlan: { id: nobodys },
  skipDue: { id: nobodys },
  endPlan: { id: nobodys },
  // Whose the account is, is looked at once PIN and 2FA were proven; that is held by bank-accounts/verified.test.ts.
  proveBankAccount: { id: nobodys },
  preferBankAccount: { id: nobodys },
  removeBankAccount: { id: nobodys },
  // The code belongs to the body, which nobody here can write; held by the same test.
  enterBankCode: { id: nobodys },
  // Whose they are is looked at once the operation has a name; held by the tests of remittances, payouts, payments and withdrawals.
  addSlip: { id: nobodys },
  cancelRemittance: { id: nobodys },
  returnRemittance: { id: nobodys },
  cancelPayout: { id: nobodys },
  cancelPayment: { id: nobodys },
  cancelWithdrawal: { id: nobodys },
  disputeWithdrawal: { id: nobodys },
  // Whose the group is, is looked at once what was sent could be read, or the PIN was proven; held by groups/strangers.test.ts.
  changeMember: { id: nobodys, member: nobodys },
  showGrams: { id: nobodys },
  renameGroup: { id: nobodys },
  reportGroup: { id: nobodys },
  quoteGroupPurchase: { id: nobodys },
  purchaseInGroup: { id: nobodys },
  // A banner is everybody's, with the caller's own link; what operators keep of it is theirs by role. Held by materials/materials.test.ts.
  readBanner: { id: nobodys, size: '300x250', type: 'png' },
  listMaterialVersions: { id: nobodys },
  previewBanner: { id: nobodys, size: '300x250' },
  changeMaterial: { id: nobodys },
  retireMaterial: { id: nobodys },
  stopMail: { token: '0'.repeat(64) },
  // The same; held by the tests of staking.
  leaveStake: { id: nobodys },
  stayStaked: { id: nobodys },
  renewStake: { id: nobodys },
  withdrawRequest: { id: nobodys },
  // An id that its owner gives away by being shown; and whose a conversation is, held by consultants/contact.test.ts.
  readConsultant: { id: nobodys },
  answerThread: { id: nobodys },
  // A figure's name is the same for everybody; that lines are their owner's alone is held by dashboard/figures.test.ts.
  listFigure: { figure: 'totalProfit' },
  downloadFigure: { figure: 'totalProfit' },
  // Few kinds of documents have tables; that they are their owner's alone is held by documents/documents.test.ts.
  downloadDocumentTable: { id: nobodys },
  listCustomerUploads: { id: nobodys },
  openUpload: { id: nobodys },
}

/** Open to customers and to some operators, which no gate says: it refuses the others by itself, as the tests of staking hold. */
export const looksItself = new Set(['listRewardRequests'])

/** Nobody listens there. */
export const cardEnv = {
  STRIPE_URL: 'http://localhost:1',
  STRIPE_SECRET_KEY: 'sk_test_of_these_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_these_tests',
  CARRIER_URL: 'http://localhost:1',
  CARRIER_KEY: 'EZTK_of_these_tests',
  CARRIER_WEBHOOK_SECRET: 'of_these_tests',
}
