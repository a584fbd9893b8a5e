-- Dollars that customers pay by card at the processor's own page.

create table card_payments (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  state text not null,
  reason text,
  -- What the card is charged, and what of it is the fee.
  cents numeric(38, 0) not null check (cents > 0),
  fee_cents numeric(38, 0) not null check (fee_cents >= 0 and fee_cents < cents),
  -- What was shown: the figures at the locked price, word for word, by which version of the policy, and until when they hold.
  locked json not null,
  locked_until timestamptz not null,
  policy_version bigint not null,
  created_at timestamptz not null,
  -- Real money, or the processor's test mode: never both in one row.
  is_live boolean not null,
  -- The processor's names of its page and of the money, and where the page is.
  checkout text unique,
  checkout_url text,
  intent text unique,
  -- When the card was charged, as the processor says.
  paid_at timestamptz,
  -- When booking it is tried next; null where that takes an operator, or nothing is to be booked.
  try_at timestamptz,
  -- Since when a price is waited for.
  tried_since timestamptz,
  -- When the processor is asked about it next without anybody's message, and when it last was.
  look_at timestamptz,
  asked_at timestamptz,
  -- When what the books say was read from the processor: what was read before that no longer counts.
  read_at timestamptz,
  holding uuid unique,
  booked_at timestamptz,
  is_at_lock boolean,
  -- From when on its grams are safe, unless it is disputed.
  clears_at timestamptz,
  -- What went back to the card, and what was lost to disputes; both have been taken out of the books.
  refunded_cents numeric(38, 0) not null default 0 check (refunded_cents >= 0),
  lost_cents numeric(38, 0) not null default 0 check (lost_cents >= 0),
  disputed_at timestamptz,
  -- Operators who let it be booked.
  approved_by uuid[] not null default '{}',
  ended_at timestamptz,
  constraint card_payments_page check (checkout is not null or checkout_url is null),
  constraint card_payments_booked check ((holding is null) = (booked_at is null) and (holding is null) = (is_at_lock is null)),
  constraint card_payments_back check (refunded_cents + lost_cents <= cents),
  constraint card_payments_tried check (try_at is null or state in ('Open', 'Waiting', 'Failed', 'Expired', 'Held'))
);
create index card_payments_of_customer on card_payments (customer, number desc);
create index card_payments_to_try on card_payments (try_at, id) where try_at is not null;
create index card_payments_to_look_at on card_payments (look_at, id) where look_at is not null;
create index card_payments_to_clear on card_payments (clears_at, id) where state = 'Booked';
create index card_payments_waiting on card_payments (id) where state in ('Held', 'Disputed') or reason = 'differs';

insert into state_moves (thing, from_state, to_state) values
  ('card-payment', 'Created', 'Open'), ('card-payment', 'Created', 'Failed'), ('card-payment', 'Created', 'Expired'),
  ('card-payment', 'Open', 'Waiting'), ('card-payment', 'Open', 'Booked'), ('card-payment', 'Open', 'Held'),
  ('card-payment', 'Open', 'Failed'), ('card-payment', 'Open', 'Expired'),
  ('card-payment', 'Waiting', 'Booked'), ('card-payment', 'Waiting', 'Held'), ('card-payment', 'Waiting', 'Failed'),
  ('card-payment', 'Waiting', 'Expired'),
  -- Paid after all: money that came counts, whatever was heard before.
  ('card-payment', 'Failed', 'Booked'), ('card-payment', 'Failed', 'Held'), ('card-payment', 'Failed', 'Open'),
  ('card-payment', 'Expired', 'Booked'), ('card-payment', 'Expired', 'Held'), ('card-payment', 'Expired', 'Open'),
  ('card-payment', 'Held', 'Booked'), ('card-payment', 'Held', 'Refunded'), ('card-payment', 'Held', 'Reversed'),
  ('card-payment', 'Booked', 'Cleared'), ('card-payment', 'Booked', 'Disputed'), ('card-payment', 'Booked', 'Refunded'),
  ('card-payment', 'Cleared', 'Disputed'), ('card-payment', 'Cleared', 'Refunded'),
  ('card-payment', 'Disputed', 'Cleared'), ('card-payment', 'Disputed', 'Reversed'), ('card-payment', 'Disputed', 'Refunded');
create trigger card_payments_states before update of state on card_payments
  for each row when (old.state <> new.state) execute function check_state_move('card-payment');
create trigger card_payments_kept before delete or truncate on card_payments
  for each statement execute function refuse_change();

-- Money that we send back to a card: written down before the processor is asked, whose key its id is.
create table card_refunds (
  id uuid primary key,
  payment uuid not null references card_payments,
  cents numeric(38, 0) not null check (cents > 0),
  asked_at timestamptz not null,
  sent_at timestamptz,
  -- The processor's name of it, and when it was found among what went back of the payment.
  refund text unique,
  seen_at timestamptz,
  -- Why it does not go: the processor said no, could not be asked for too long, or never did it.
  failed text,
  constraint card_refunds_sent check ((sent_at is null) = (refund is null)),
  constraint card_refunds_seen check (seen_at is null or sent_at is not null and failed is null)
);
create index card_refunds_to_send on card_refunds (asked_at, id) where sent_at is null and failed is null;
create index card_refunds_of_payment on card_refunds (payment);
create trigger card_refunds_kept before delete or truncate on card_refunds for each statement execute function refuse_change();

-- What the processor has told, each message once; what it means is read from the processor.
create table card_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null,
  payment uuid,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
create index card_events_received on card_events (received_at);

-- Messages that were not the processor's, or not for us: a row for each address, reason and day, so that nobody can fill the table.
create table card_event_refusals (
  day date not null,
  address text not null,
  reason text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (day, address, reason)
);

-- What cards were charged is money, and no token.
alter table ledger_accounts drop constraint ledger_accounts_dollars;
alter table ledger_accounts add constraint ledger_accounts_dollars check (
  purpose not in ('owed', 'receivable', 'bank', 'processor', 'cards') or asset = 'USD');

-- Until when grams of a holding are bound that were paid by card.
alter table holdings add column clears_at timestamptz;

alter table debts drop constraint debts_cause_check;
alter table debts add constraint debts_cause_check check (cause in ('remittance', 'payment'));
