-- PostgreSQL reads the text of each check anew in every statement that writes, and that of a function in SQL with it: for a
-- holding that took longer than to write it. One check for a row, by a function that is read once per connection, is as strong.

create or replace function holding_state(
  units numeric, open numeric, terminated numeric, delivered numeric, passed numeric, reversed numeric
) returns text language plpgsql immutable as $$
begin
  return case
    when open > 0 and terminated > 0 then 'Partially Terminated'
    when open > 0 then 'Active'
    when terminated >= greatest(delivered, passed, reversed) then 'Terminated'
    when delivered >= greatest(passed, reversed) then 'Delivered'
    when passed >= reversed then 'Passed on'
    else 'Reversed'
  end;
end
$$;

-- With its schema: who restores a dump has no search path.
create function is_sound(lot holdings) returns boolean language plpgsql immutable as $$
declare
  open numeric := lot.available_units + lot.clearing_units + lot.withdrawing_units + lot.estate_units;
begin
  return lot.product in ('GAE', 'GAEX', 'GCA') and lot.asset = case lot.product when 'GCA' then 'GCA' else 'GAE' end
    and least(lot.units, lot.booking_units, lot.cost_units, lot.paid_units) > 0
    and least(lot.fee_units, lot.open_cost_units, lot.paid_out_units) >= 0
    and least(lot.available_units, lot.clearing_units, lot.withdrawing_units, lot.estate_units) >= 0
    and least(lot.terminated_units, lot.delivered_units, lot.passed_units, lot.reversed_units) >= 0
    and lot.units = open + lot.terminated_units + lot.delivered_units + lot.passed_units + lot.reversed_units
    and lot.state = public.holding_state(
      lot.units, open, lot.terminated_units, lot.delivered_units, lot.passed_units, lot.reversed_units);
end
$$;

alter table holdings
  drop constraint holdings_product_check, drop constraint holdings_check, drop constraint holdings_units_check,
  drop constraint holdings_booking_units_check, drop constraint holdings_cost_units_check,
  drop constraint holdings_paid_units_check, drop constraint holdings_fee_units_check,
  drop constraint holdings_available_units_check, drop constraint holdings_clearing_units_check,
  drop constraint holdings_withdrawing_units_check, drop constraint holdings_estate_units_check,
  drop constraint holdings_terminated_units_check, drop constraint holdings_delivered_units_check,
  drop constraint holdings_passed_units_check, drop constraint holdings_reversed_units_check,
  drop constraint holdings_open_cost_units_check, drop constraint holdings_paid_out_units_check,
  drop constraint holdings_whole, drop constraint holdings_state,
  add constraint holdings_sound check (is_sound(holdings));

create function is_sound(ended terminations) returns boolean language plpgsql immutable as $$
begin
  return ended.currency in ('USDT', 'USDAU', 'QMGT') and ended.gross_units = ended.fee_units + ended.receive_units
    and least(ended.units, ended.gross_units, ended.receive_units) > 0
    and least(ended.fee_units, ended.value_units, ended.cost_units) >= 0;
end
$$;

alter table terminations
  drop constraint terminations_currency_check, drop constraint terminations_check, drop constraint terminations_units_check,
  drop constraint terminations_gross_units_check, drop constraint terminations_receive_units_check,
  drop constraint terminations_fee_units_check, drop constraint terminations_value_units_check,
  drop constraint terminations_cost_units_check,
  add constraint terminations_sound check (is_sound(terminations));

create function is_sound(part termination_parts) returns boolean language plpgsql immutable as $$
begin
  return part.units > 0 and least(part.left_units, part.cost_units, part.receive_units, part.value_units) >= 0;
end
$$;

alter table termination_parts
  drop constraint termination_parts_units_check, drop constraint termination_parts_left_units_check,
  drop constraint termination_parts_cost_units_check, drop constraint termination_parts_receive_units_check,
  drop constraint termination_parts_value_units_check,
  add constraint termination_parts_sound check (is_sound(termination_parts));

create function is_sound(sums holding_positions) returns boolean language plpgsql immutable as $$
begin
  return sums.product in ('GAE', 'GAEX', 'GCA') and sums.holdings >= 0
    and least(sums.open_units, sums.available_units, sums.cost_units, sums.paid_out_units) >= 0;
end
$$;

alter table holding_positions
  drop constraint holding_positions_product_check, drop constraint holding_positions_holdings_check,
  drop constraint holding_positions_open_units_check, drop constraint holding_positions_available_units_check,
  drop constraint holding_positions_cost_units_check, drop constraint holding_positions_paid_out_units_check,
  add constraint holding_positions_sound check (is_sound(holding_positions));
