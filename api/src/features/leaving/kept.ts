type Kept = {
  what: string
  why: string
  /** Kept for so many years, and only of who was let in. */
  isIdentity?: true
  /** The tables it is about. */
  tables: readonly string[]
}

/** What stays after an account was closed, in customers' words. A test holds it against what the features declare. */
export const keptThings: readonly Kept[] = [
  {
    what: 'Who you were: name, date of birth, citizenship, address and identity document',
    why: 'The law against money laundering demands it of whoever keeps gold and money for others. It lies encrypted, and each time that somebody reads it is recorded.',
    isIdentity: true,
    tables: ['kyc_personal'],
  },
  {
    what: 'What was booked: movements, trades, holdings, stakes, plans, withdrawals, payouts and payments',
    why: 'The books are kept whole, and show for every gram where it went. They name a number and no person.',
    tables: [
      ...['ledger_accounts', 'ledger_balances', 'ledger_entries', 'ledger_hold_ends', 'ledger_holds', 'ledger_lines'],
      ...['ledger_movements', 'ledger_moves', 'ledger_settlement_states', 'ledger_settlements'],
      ...['trade_conversions', 'trade_departures', 'trades', 'holding_days', 'holding_departures', 'holding_positions'],
      ...[
        'holdings',
        'terminations',
        'plan_dues',
        'plans',
        'debt_settlements',
        'debts',
        'card_payments',
        'remittances',
      ],
      ...['payout_returns', 'payouts', 'wallet_transfers', 'reward_bundles', 'reward_requests', 'rewards', 'stakes'],
      ...[
        'gds_bookings',
        'gds_members',
        'withdrawals',
        'bank_lines',
        'bank_payments',
        'bank_statements',
        'payment_files',
      ],
    ],
  },
  {
    what: 'The address of your wallet, and what the chain shows of it',
    why: 'Nobody can take anything off a chain. If something arrives there later, we still know that it is yours.',
    tables: [
      'chain_arrivals',
      'chain_deposits',
      'chain_doubts',
      'chain_reconciliations',
      'chain_wallets',
      'chain_wallets_due',
      'wallet_addresses',
    ],
  },
  {
    what: 'Random numbers with which you proved that your gold was counted',
    why: 'Without them nobody could show that what we published of our reserves was right. They are beside a number and no person.',
    tables: ['proof_choices', 'proof_secrets'],
  },
  {
    what: 'The numbers of your documents, whether they are valid, and their fingerprints',
    why: 'Whoever was handed a document of ours can still find out whether it is genuine. What stood on it is erased.',
    tables: ['documents', 'uploads'],
  },
  {
    what: 'When you agreed to which terms, and how you were verified',
    why: 'It has to be shown for as long as the books. It names a number and no person.',
    tables: ['customer_consents', 'kyc_moves', 'bank_accounts', 'bank_account_proofs'],
  },
  {
    what: 'What was done in the account and by us, who read your data, and what was decided',
    why: 'Nobody can change these records, we least of all: they show what happened if anyone ever asks.',
    tables: [
      ...['audit_events', 'audit_lines', 'approvals', 'personal_data_reads', 'upload_reads', 'state_history'],
      ...['operator_roles', 'gds_reports', 'consultant_profiles', 'consultant_reports', 'introducer_corrections'],
      ...['network_counts', 'network_days'],
    ],
  },
  {
    what: 'What was reported about a death, and who received what was left',
    why: 'Whoever received something can show where it came from.',
    tables: ['estates', 'estate_beneficiaries'],
  },
]
