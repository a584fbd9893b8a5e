-- Gold that is saved under a contract. Each booking is a holding of its own, and keeps what became of its grams.

-- What a holding is called by where its grams are. While some are there, it goes by what ended; then by what became of most.
create function holding_state(units numeric, open numeric, terminated numeric, delivered numeric, passed numeric, reversed numeric)
returns text language sql immutable as $$
  select case
    when open > 0 and terminated > 0 then 'Partially Terminated'
    when open > 0 then 'Active'
    when terminated >= greatest(delivered, passed, reversed) then 'Terminated'
    when delivered >= greatest(passed, reversed) then 'Delivered'
    when passed >= reversed then 'Passed on'
    else 'Reversed'
  end
$$;

create table holdings (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  product text not null check (product in ('GAE', 'GAEX', 'GCA')),
  asset text not null check (asset = case product when 'GCA' then 'GCA' else 'GAE' end),
  booked_at timestamptz not null,
  movement uuid not null unique,
  note uuid not null,
  -- Dollars for a gram; what was booked, what that is at the price, and what it cost with the fee.
  price text not null,
  units numeric(38, 0) not null check (units > 0),
  booking_units numeric(38, 0) not null check (booking_units > 0),
  cost_units numeric(38, 0) not null check (cost_units > 0),
  paid_asset text not null,
  paid_units numeric(38, 0) not null check (paid_units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  -- By which version of the policy it was booked.
  policy_version bigint not null,
  -- Where its grams are, as the customer's accounts have them: these four are open.
  available_units numeric(38, 0) not null check (available_units >= 0),
  clearing_units numeric(38, 0) not null default 0 check (clearing_units >= 0),
  withdrawing_units numeric(38, 0) not null default 0 check (withdrawing_units >= 0),
  estate_units numeric(38, 0) not null default 0 check (estate_units >= 0),
  -- And what became of the others.
  terminated_units numeric(38, 0) not null default 0 check (terminated_units >= 0),
  delivered_units numeric(38, 0) not null default 0 check (delivered_units >= 0),
  passed_units numeric(38, 0) not null default 0 check (passed_units >= 0),
  reversed_units numeric(38, 0) not null default 0 check (reversed_units >= 0),
  -- What the open ones had cost; what terminations paid, and that less what the ended ones had cost: all in dollars.
  open_cost_units numeric(38, 0) not null check (open_cost_units >= 0),
  paid_out_units numeric(38, 0) not null default 0 check (paid_out_units >= 0),
  realised_units numeric(38, 0) not null default 0,
  state text not null default 'Active',
  constraint holdings_whole check (units = available_units + clearing_units + withdrawing_units + estate_units
    + terminated_units + delivered_units + passed_units + reversed_units),
  constraint holdings_state check (state = holding_state(units,
    available_units + clearing_units + withdrawing_units + estate_units,
    terminated_units, delivered_units, passed_units, reversed_units))
) with (fillfactor = 80);
-- No index is over what changes, so that ending something touches none of them.
create index holdings_of_product on holdings (customer, product, number);

insert into state_moves (thing, from_state, to_state) values
  ('holding', 'Active', 'Partially Terminated'), ('holding', 'Active', 'Terminated'), ('holding', 'Active', 'Delivered'),
  ('holding', 'Active', 'Passed on'), ('holding', 'Active', 'Reversed'),
  ('holding', 'Partially Terminated', 'Terminated'), ('holding', 'Partially Terminated', 'Delivered'),
  ('holding', 'Partially Terminated', 'Passed on'), ('holding', 'Partially Terminated', 'Reversed');
create trigger holdings_states before update of state on holdings
  for each row when (old.state <> new.state) execute function check_state_move('holding');

-- What was booked stays as it was; only where its grams are changes.
create function check_holding() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.customer, new.product, new.asset, new.booked_at, new.movement, new.note, new.price, new.units,
      new.booking_units, new.cost_units, new.paid_asset, new.paid_units, new.fee_units, new.policy_version)
    is distinct from (old.id, old.number, old.customer, old.product, old.asset, old.booked_at, old.movement, old.note, old.price,
      old.units, old.booking_units, old.cost_units, old.paid_asset, old.paid_units, old.fee_units, old.policy_version)
  then
    raise exception 'holding % stays as it was booked', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger holdings_as_booked before update on holdings for each row execute function check_holding();
create trigger holdings_kept before delete or truncate on holdings for each statement execute function refuse_change();

-- What ended at once, with the figures that were shown. Its id is that of the movement.
create table terminations (
  id uuid primary key,
  customer uuid not null,
  product text not null,
  asset text not null,
  units numeric(38, 0) not null check (units > 0),
  currency text not null check (currency in ('USDT', 'USDAU', 'QMGT')),
  gross_units numeric(38, 0) not null check (gross_units > 0),
  fee_units numeric(38, 0) not null check (fee_units >= 0),
  receive_units numeric(38, 0) not null check (receive_units > 0),
  -- What arrived and what the grams had cost, in dollars.
  value_units numeric(38, 0) not null check (value_units >= 0),
  cost_units numeric(38, 0) not null check (cost_units >= 0),
  price text not null,
  mid_price text not null,
  spread integer not null,
  fee integer not null,
  quoted boolean not null,
  note uuid not null,
  policy_version bigint not null,
  at timestamptz not null,
  check (gross_units = fee_units + receive_units)
);
create index terminations_of_customer on terminations (customer, at desc);
create index terminations_by_time on terminations (at);
create index holdings_by_time on holdings (booked_at);

create table termination_parts (
  termination uuid not null references terminations,
  place smallint not null,
  holding uuid not null references holdings,
  units numeric(38, 0) not null check (units > 0),
  -- What was still open of the holding afterwards.
  left_units numeric(38, 0) not null check (left_units >= 0),
  cost_units numeric(38, 0) not null check (cost_units >= 0),
  receive_units numeric(38, 0) not null check (receive_units >= 0),
  value_units numeric(38, 0) not null check (value_units >= 0),
  primary key (termination, place),
  unique (holding, termination)
);

create trigger terminations_append_only before update or delete or truncate on terminations
  for each statement execute function refuse_change();
create trigger termination_parts_append_only before update or delete or truncate on termination_parts
  for each statement execute function refuse_change();

-- The sums of a customer's holdings of a product, so that a page need not read thousands of them.
create table holding_positions (
  customer uuid not null,
  product text not null check (product in ('GAE', 'GAEX', 'GCA')),
  -- Those that are not ended.
  holdings integer not null check (holdings >= 0),
  open_units numeric(38, 0) not null check (open_units >= 0),
  available_units numeric(38, 0) not null check (available_units >= 0),
  cost_units numeric(38, 0) not null check (cost_units >= 0),
  paid_out_units numeric(38, 0) not null check (paid_out_units >= 0),
  realised_units numeric(38, 0) not null,
  primary key (customer, product)
) with (fillfactor = 50);
