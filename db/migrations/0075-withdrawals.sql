-- Gold that leaves the vault as bars. One row is one parcel, or what is collected at the counter at once; what was asked for together
-- shares an order. The grams and the fees lie in `withdrawing` from the request on, and the bars are kept for it.

-- Where parcels may go, besides the verified address. What it says is sealed; the digest tells two alike ones without reading them.
create table delivery_addresses (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  sealed bytea not null,
  digest bytea not null,
  added_at timestamptz not null,
  usable_from timestamptz not null,
  removed_at timestamptz,
  constraint delivery_addresses_wait check (usable_from >= added_at)
);
create index delivery_addresses_of_customer on delivery_addresses (customer, number desc);
create index delivery_addresses_alike on delivery_addresses (digest);

-- What a customer has chosen and not yet asked for: the figures as they were shown, which hold as long as its bars are kept.
create table withdrawal_choices (
  id uuid primary key,
  customer uuid not null,
  -- All figures, bar by bar and parcel by parcel.
  figures jsonb not null,
  made_at timestamptz not null,
  until timestamptz not null,
  -- The order that came of it, or when it was given up.
  order_id uuid unique,
  released_at timestamptz,
  constraint withdrawal_choices_once check (order_id is null or released_at is null)
);
-- Whoever chooses anew gives the earlier choice up first.
create unique index withdrawal_choices_open on withdrawal_choices (customer) where order_id is null and released_at is null;

create table withdrawals (
  id uuid primary key,
  number bigint generated always as identity unique,
  order_id uuid not null,
  -- Which parcel of how many.
  parcel integer not null check (parcel > 0),
  parcels integer not null check (parcels >= parcel),
  customer uuid not null,
  -- What the bars are given for: the token, and the holding it lies in. In the place of what was lost there is neither fee nor holding.
  asset text not null check (asset in ('QMGT', 'GAE', 'GCA', 'GDS')),
  holding uuid references holdings,
  replaces uuid unique references withdrawals,
  units numeric(38, 0) not null check (units > 0),
  way text not null check (way in ('deliver', 'collect')),
  -- The address as it was when it was asked for; none for what is collected.
  address bytea,
  -- In cents; the fee in tokens lies in `withdrawing` until the bars are packed.
  making_cents bigint not null check (making_cents >= 0),
  handling_cents bigint not null check (handling_cents >= 0),
  carriage_cents bigint not null check (carriage_cents >= 0),
  insurance_cents bigint not null check (insurance_cents >= 0),
  insured_cents bigint not null check (insured_cents >= 0),
  fee_asset text not null check (fee_asset in ('USDT', 'USDAU')),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  -- Dollars for a gram by which it is insured.
  price text not null,
  policy_version bigint not null,
  state text not null default 'Requested',
  -- Why it was cancelled, refused, came back or was lost.
  reason text,
  requested_at timestamptz not null,
  approved_at timestamptz,
  approved_by uuid,
  packed_at timestamptz,
  packed_by uuid,
  -- How often it was sent or made ready; each time with a code of its own, sealed, and a link for the courier.
  handovers integer not null default 0,
  handed_at timestamptz,
  carrier text,
  tracking text,
  -- The carrier's own id for following it.
  tracker text,
  release_code bytea,
  courier_link bytea,
  wrong_codes integer not null default 0,
  last_scan_at timestamptz,
  delivered_at timestamptz,
  delivered_by text check (delivered_by in ('code', 'carrier')),
  disputed_at timestamptz,
  dispute text check (length(dispute) <= 1000),
  ended_at timestamptz,
  -- The entries: grams and fees set aside, burnt and gone with the bars, given back or made good.
  request_entry bigint not null,
  packed_entry bigint unique,
  ended_entry bigint,
  movement uuid not null unique,
  constraint withdrawals_two_persons check (packed_by is null or packed_by <> approved_by),
  constraint withdrawals_fees check (replaces is null or (fee_units = 0 and holding is null)),
  constraint withdrawals_of_holding check ((asset = 'QMGT') = (holding is null)),
  constraint withdrawals_approved check ((approved_at is null) = (approved_by is null)
    and (state <> 'Requested' or approved_at is null)
    and (state in ('Requested', 'Refused', 'Cancelled') or approved_at is not null)),
  constraint withdrawals_packed check ((packed_at is null) = (packed_by is null) and (packed_at is null) = (packed_entry is null)
    and (packed_at is null) = (state in ('Requested', 'Approved', 'Refused', 'Cancelled'))),
  constraint withdrawals_ended check ((ended_at is not null) = (state in ('Refused', 'Cancelled', 'Replaced', 'Credited'))),
  constraint withdrawals_address check ((way = 'deliver') or address is null)
) with (fillfactor = 80);
create unique index withdrawals_parcels on withdrawals (order_id, parcel) where replaces is null;
create index withdrawals_of_customer on withdrawals (customer, number desc);
create index withdrawals_of_holding_open on withdrawals (holding) where state in ('Requested', 'Approved');
create index withdrawals_waiting on withdrawals (requested_at, id)
  where state not in ('Refused', 'Cancelled', 'Delivered', 'Replaced', 'Credited');
create unique index withdrawals_tracked on withdrawals (tracker) where tracker is not null;
create unique index withdrawals_courier on withdrawals (courier_link) where courier_link is not null;

insert into state_moves (thing, from_state, to_state) values
  ('withdrawal', 'Requested', 'Approved'), ('withdrawal', 'Requested', 'Refused'), ('withdrawal', 'Requested', 'Cancelled'),
  ('withdrawal', 'Approved', 'Packed'), ('withdrawal', 'Approved', 'Cancelled'), ('withdrawal', 'Approved', 'Refused'),
  ('withdrawal', 'Packed', 'Sent'), ('withdrawal', 'Packed', 'Ready'),
  ('withdrawal', 'Sent', 'Delivered'), ('withdrawal', 'Sent', 'Late'), ('withdrawal', 'Sent', 'Lost'), ('withdrawal', 'Sent', 'Returned'),
  ('withdrawal', 'Late', 'Sent'), ('withdrawal', 'Late', 'Lost'),
  ('withdrawal', 'Ready', 'Delivered'), ('withdrawal', 'Ready', 'Returned'),
  ('withdrawal', 'Returned', 'Sent'), ('withdrawal', 'Returned', 'Credited'),
  ('withdrawal', 'Delivered', 'Disputed'), ('withdrawal', 'Disputed', 'Delivered'), ('withdrawal', 'Disputed', 'Lost'),
  ('withdrawal', 'Lost', 'Replaced'), ('withdrawal', 'Lost', 'Credited');
create trigger withdrawals_states before update of state on withdrawals
  for each row when (old.state <> new.state) execute function check_state_move('withdrawal');
create trigger withdrawals_kept before delete or truncate on withdrawals for each statement execute function refuse_change();

-- What was asked for stays as it was.
create function check_withdrawal() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.order_id, new.parcel, new.parcels, new.customer, new.asset, new.holding, new.replaces, new.units, new.way,
      new.making_cents, new.handling_cents, new.carriage_cents, new.insurance_cents, new.insured_cents, new.fee_asset, new.fee_units,
      new.price, new.policy_version, new.requested_at, new.request_entry, new.movement)
    is distinct from (old.id, old.number, old.order_id, old.parcel, old.parcels, old.customer, old.asset, old.holding, old.replaces,
      old.units, old.way, old.making_cents, old.handling_cents, old.carriage_cents, old.insurance_cents, old.insured_cents,
      old.fee_asset, old.fee_units, old.price, old.policy_version, old.requested_at, old.request_entry, old.movement)
    or (old.packed_entry is not null and new.packed_entry is distinct from old.packed_entry)
  then
    raise exception 'withdrawal % stays as it was asked for', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger withdrawals_as_asked before update on withdrawals for each row execute function check_withdrawal();

-- The bars of each, which stay written down whatever became of it.
create table withdrawal_bars (
  withdrawal uuid not null references withdrawals,
  bar bigint not null references vault_bars,
  fine_units numeric(38, 0) not null check (fine_units > 0),
  primary key (withdrawal, bar)
);
create index withdrawal_bars_of_bar on withdrawal_bars (bar);
create trigger withdrawal_bars_append_only before update or delete or truncate on withdrawal_bars
  for each statement execute function refuse_change();

-- Bars that are kept for somebody: for a choice until a time, then for a withdrawal until they are packed or it ends. One bar, one row.
create table bar_reservations (
  bar bigint primary key references vault_bars,
  customer uuid not null,
  choice uuid not null references withdrawal_choices,
  withdrawal uuid references withdrawals,
  until timestamptz,
  constraint bar_reservations_end check ((withdrawal is null) = (until is not null))
);
create index bar_reservations_of_choice on bar_reservations (choice);
create index bar_reservations_of_withdrawal on bar_reservations (withdrawal) where withdrawal is not null;

-- What the carrier has told, each once.
create table withdrawal_scans (
  id bigint generated always as identity primary key,
  withdrawal uuid not null references withdrawals,
  tracker text not null,
  key text not null,
  at timestamptz not null,
  status text not null,
  words text not null check (length(words) <= 300),
  place text not null check (length(place) <= 200),
  unique (tracker, key)
);
create index withdrawal_scans_of on withdrawal_scans (withdrawal, at desc, id desc);

-- Pictures that operators took of a parcel, as files.
create table withdrawal_photos (
  id uuid primary key,
  withdrawal uuid not null references withdrawals,
  file text not null,
  taken_by uuid not null,
  at timestamptz not null
);
create index withdrawal_photos_of on withdrawal_photos (withdrawal, at);

alter table wallet_links drop constraint wallet_links_purpose_check;
alter table wallet_links add constraint wallet_links_purpose_check
  check (purpose in ('freeze', 'cancel-transfer', 'cancel-address', 'cancel-bank-account', 'cancel-payout', 'cancel-withdrawal'));

-- Several bars of a parcel leave with one entry.
alter table vault_departures drop constraint vault_departures_entry_key;
create index vault_departures_of_entry on vault_departures (entry);
