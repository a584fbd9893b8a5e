-- What is passed on may be a single base unit, of which the cost is cut to nothing. And when it came to whoever received it.
alter table holdings add column passed_at timestamptz;
alter table holdings add constraint holdings_passed check ((passed_from is null) = (passed_at is null));
create index holdings_passed_by_time on holdings (passed_at) where passed_at is not null;

create or replace function is_sound(lot holdings) returns boolean language plpgsql immutable as $$
declare
  open numeric := lot.available_units + lot.clearing_units + lot.withdrawing_units + lot.estate_units;
begin
  return lot.product in ('GAE', 'GAEX', 'GCA', 'GDS')
    and lot.asset = case lot.product when 'GCA' then 'GCA' when 'GDS' then 'GDS' else 'GAE' end
    and lot.units > 0 and least(lot.booking_units, lot.cost_units, lot.paid_units) >= 0
    and (lot.passed_from is not null or least(lot.booking_units, lot.cost_units, lot.paid_units) > 0)
    and least(lot.fee_units, lot.open_cost_units, lot.paid_out_units) >= 0
    and least(lot.available_units, lot.clearing_units, lot.withdrawing_units, lot.estate_units) >= 0
    and least(lot.terminated_units, lot.delivered_units, lot.passed_units, lot.reversed_units) >= 0
    and lot.units = open + lot.terminated_units + lot.delivered_units + lot.passed_units + lot.reversed_units
    and lot.state = public.holding_state(
      lot.units, open, lot.terminated_units, lot.delivered_units, lot.passed_units, lot.reversed_units);
end
$$;

create or replace function check_holding() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.customer, new.product, new.asset, new.booked_at, new.movement, new.note, new.price, new.units,
      new.booking_units, new.cost_units, new.paid_asset, new.paid_units, new.fee_units, new.policy_version, new.passed_from,
      new.passed_at)
    is distinct from (old.id, old.number, old.customer, old.product, old.asset, old.booked_at, old.movement, old.note, old.price,
      old.units, old.booking_units, old.cost_units, old.paid_asset, old.paid_units, old.fee_units, old.policy_version,
      old.passed_from, old.passed_at)
  then
    raise exception 'holding % stays as it was booked', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- Of QMGT only what was bought here has a cost. And the paper that the one who received has of it.
alter table estate_parts add column known_units numeric(38, 0) not null default 0;
alter table estate_parts add column document uuid;
alter table estate_parts add constraint estate_parts_known check (known_units between 0 and units);
alter table estate_parts add constraint estate_parts_document check ((document is null) = (passed_entry is null));
-- What a bank or a card took back before it was passed on may leave nothing of a part.
alter table estate_parts drop constraint estate_parts_units_check, add constraint estate_parts_units_check check (units >= 0);
create index estate_parts_waiting on estate_parts (beneficiary) where passed_entry is null;
