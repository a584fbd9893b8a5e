import pg from 'pg'

/** What lies behind somebody once its time has passed. Each statement moves moments, or forgets what they were kept for. */
const passings = {
  /** Everybody here comes from the same address, which the server would soon have enough of. */
  tries: ['delete from tries'],
  /** Half a minute, after which the app shows another code. */
  code: ['update customers set totp_last_step = null where username = $1'],
  /** The days in which nothing goes to a new address. */
  'new addresses': [
    `update wallet_outside_addresses set usable_from = now() - interval '1 minute'
     where customer = (select id from customers where username = $1)`,
  ],
  /** The days in which nothing is paid to a new bank account. */
  'new bank accounts': [
    'begin',
    'alter table bank_accounts disable trigger bank_accounts_as_added',
    `update bank_accounts set added_at = added_at - interval '3 days'
     where customer = (select id from customers where username = $1)`,
    'alter table bank_accounts enable trigger bank_accounts_as_added',
    'commit',
  ],
  /** The day in which gold that was bought does not leave the vault yet. */
  'day since gold was bought': [
    'begin',
    'alter table ledger_lines disable trigger ledger_lines_append_only',
    'alter table holdings disable trigger holdings_as_booked',
    `update ledger_lines set posted_at = posted_at - interval '2 days' where account in (
       select id from ledger_accounts where asset = 'QMGT' and purpose = 'available'
         and owner = 'customer:' || (select id from customers where username = $1))`,
    `update holdings set booked_at = booked_at - interval '2 days'
     where customer = (select id from customers where username = $1)`,
    'alter table holdings enable trigger holdings_as_booked',
    'alter table ledger_lines enable trigger ledger_lines_append_only',
    'commit',
  ],
  /** The days in which no parcel goes to a new address. */
  'new delivery addresses': [
    `update delivery_addresses set added_at = added_at - interval '3 days', usable_from = usable_from - interval '3 days'
     where customer = (select id from customers where username = $1)`,
  ],
  /** The two days after which nominees who were confirmed are in force. */
  'hours of nominees': [
    `update nominee_sets set confirmed_at = confirmed_at - interval '49 hours', in_force_from = in_force_from - interval '49 hours'
     where confirmed_at is not null and customer = (select id from customers where username = $1)`,
  ],
  /** The minute until the worker sees that somebody who lives has renewed everything. */
  'renewal after a veto': [`insert into pgboss.job (name) values ('open-after-veto')`],
  /** The 30 days in which somebody can say that he lives. */
  'days of waiting': [
    `update estates set waiting_from = waiting_from - interval '31 days', waiting_until = waiting_until - interval '31 days'
     where waiting_until is not null and customer = (select id from customers where username = $1)`,
  ],
  /** What only the owner of the database can do: each bar of the list weighs next to nothing. */
  'weight of the bars': [
    'begin',
    'create table weights_of_bars as select id, fine_units from vault_bars',
    'alter table vault_bars disable trigger user',
    'update vault_bars set fine_units = 1',
    'alter table vault_bars enable trigger user',
    'commit',
  ],
  /** Each is found to weigh what it did. */
  'lightness of the bars': [
    'begin',
    'alter table vault_bars disable trigger user',
    'update vault_bars b set fine_units = w.fine_units from weights_of_bars w where w.id = b.id',
    'alter table vault_bars enable trigger user',
    'drop table weights_of_bars',
    'commit',
  ],
  /** A month in which nobody compared the list with the vault, and the chain’s worker did not hear of the attestor. */
  'month of the list': [
    'begin',
    'alter table ledger_entries disable trigger user',
    'alter table bar_confirmations disable trigger user',
    `update ledger_entries set posted_at = posted_at - interval '32 days' where id in (select entry from vault_bars)`,
    `update bar_confirmations set at = at - interval '32 days'`,
    `update chain_attested set attested_at = attested_at - interval '32 days'`,
    'alter table bar_confirmations enable trigger user',
    'alter table ledger_entries enable trigger user',
    'commit',
  ],
  /** The day in which an attestation is still on its way. */
  'day of an attestation': [`update reserve_looks set disagree_since = disagree_since - interval '25 hours'`],
  /** The time in which nothing was found wrong, before sales go on. */
  'steady minutes of the reserves': [`update reserve_looks set good_since = good_since - interval '3 minutes'`],
  /** The minute until the worker looks at the reserves. */
  'look at the reserves': [`insert into pgboss.job (name) values ('look-at-reserves')`],
  /** The day until the next snapshot of what customers own. */
  'day of a snapshot': [
    'begin',
    'alter table proof_snapshots disable trigger proof_snapshots_done',
    `update proof_snapshots set taken_at = taken_at - interval '1 day'`,
    'alter table proof_snapshots enable trigger proof_snapshots_done',
    'commit',
    `insert into pgboss.job (name) values ('take-snapshot')`,
  ],
  /** The minute until the worker asks those who receive. */
  'asking of beneficiaries': [`insert into pgboss.job (name) values ('invite-beneficiaries')`],
  /** The minute until the worker makes archives. */
  'making of archives': [`insert into pgboss.job (name) values ('make-exit-packs')`],
  /** Months in which somebody who receives has not said so. */
  'months of a beneficiary': [
    `update estate_beneficiaries set link_until = link_until - interval '120 days'
     where estate in (select id from estates where customer = (select id from customers where username = $1))`,
  ],
  /** The days in which nothing leaves after a change of credentials. */
  'change of credentials': [
    `update customers set credentials_changed_at = credentials_changed_at - interval '1 year' where username = $1`,
  ],
  quote: [
    `update deal_quotes set expires_at = now() - interval '1 second' where id = $1`,
    'delete from deal_reserves where quote = $1',
  ],
  /** The days until a plan's next date, and the minute until the worker looks. */
  'date of a plan': [
    `update plan_dues set try_at = now() - interval '1 minute' where plan = $1 and try_at is not null`,
    `insert into pgboss.job (name) select 'run-plans' where $1::text is not null`,
  ],
  /** The days in which grams that were paid by card are bound, and the minute until the worker looks. */
  'clearing of a payment': [
    `update card_payments set clears_at = now() - interval '1 minute' where id = $1`,
    `insert into pgboss.job (name) select 'clear-payments' where $1::text is not null`,
  ],
  /** Days in which somebody's QMGT lay staked. */
  'days of stakes': [
    'begin',
    'alter table stakes disable trigger stakes_as_begun',
    `update stakes set began_at = began_at - $2 * interval '24 hours', ends_at = ends_at - $2 * interval '24 hours',
       notice_at = notice_at - $2 * interval '24 hours', leaves_at = leaves_at - $2 * interval '24 hours'
     where customer = (select id from customers where username = $1) and state in ('Staked', 'Leaving')`,
    'alter table stakes enable trigger stakes_as_begun',
    'commit',
  ],
  /** The minute until the worker looks for stakes that are over. */
  'end of stakes': [`insert into pgboss.job (name) values ('end-stakes')`],
  /** Days in which rewards for bringing others waited. */
  'days of rewards': [
    'begin',
    'alter table rewards disable trigger rewards_as_begun',
    `update rewards set pending_until = pending_until - $2 * interval '24 hours'
     where customer = (select id from customers where username = $1) and state in ('Pending', 'Held')`,
    'alter table rewards enable trigger rewards_as_begun',
    'commit',
  ],
  /** The while until the worker follows fees, and the night until rewards are posted and move on. */
  'look at fees': [
    `insert into pgboss.job (name) values ('follow-fees')`,
    `insert into pgboss.job (name) values ('settle-rewards')`,
  ],
  /** The minute until what arrived settles what is owed. */
  'credit of a debtor': [`insert into pgboss.job (name) values ('settle-debts')`],
  /** The minute until the worker books what came by bank. */
  'booking of remittances': [`insert into pgboss.job (name) values ('book-remittances')`],
  /** The minute until the worker compares the price with what customers want to be told of. */
  'price alerts': [`insert into pgboss.job (name) values ('fire-price-alerts')`],
  /** The years since a customer accepted the terms: there were none of this version then. */
  'acceptance of the terms': [
    `delete from customer_consents
     where text_name = 'term-conditions' and customer = (select id from customers where username = $1)`,
  ],
  /** The year in which an address gets no other invitation. */
  'year of invitations': [`update invited_addresses set sent_at = sent_at - interval '366 days'`],
  /** The time until an announcement is published. */
  'wait of an announcement': [
    `update announcements set publish_at = now() - interval '1 second' where state = 'scheduled' and title = $1`,
  ],
  /** The minutes in which a part of the portal stayed as it is, and the pause until it is looked at again. */
  'minutes of a part': [
    `update status_parts set since = since - interval '3 minutes'`,
    `update status_looks set claimed_at = claimed_at - interval '1 minute'`,
  ],
  /** A minute in which the chain was not seen; for as long as nobody looks at it. */
  'sight of the chain': [`update chain_cursor set looked_at = looked_at - interval '1 minute'`],
}

/** What the database keeps as it was written, only its owner can move. */
const ownersOnly: readonly string[] = [
  'new bank accounts',
  'day since gold was bought',
  'day of a snapshot',
  'weight of the bars',
  'lightness of the bars',
  'month of the list',
  'days of stakes',
  'days of rewards',
] satisfies (keyof typeof passings)[]

const databaseFor = (over: keyof typeof passings) =>
  ownersOnly.includes(over) ? process.env.INGOT_OWNER_DATABASE : process.env.INGOT_DATABASE

/**
 * The clock of the server is nobody's to move, and no journey waits for days: that time has passed is written straight
 * into the database. Whatever else journeys need is made through the front door.
 */
export const letTimePass = async (
  over: keyof typeof passings,
  { of, days, database = databaseFor(over) }: { of?: string; days?: number; database?: string } = {},
) => {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  for (const statement of passings[over])
    await client.query(statement, [
      ...(statement.includes('$1') ? [of] : []),
      ...(statement.includes('$2') ? [days] : []),
    ])
  await client.end()
}
