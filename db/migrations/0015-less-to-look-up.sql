-- What the busiest calls look up again, though it cannot have changed or is known already.

-- A caller's session is remembered by the versions of its row and of its customer's. Whatever is done for him goes with a
-- look at both, and ends here when either was written since.
create function refuse_session() returns void language plpgsql as $$
begin
  raise exception 'the session or its customer has changed' using errcode = 'IG001';
end
$$;

-- Moves and settlements are never removed, so to check what refers to them when it is written is as strong as a foreign
-- key, which looks up and locks every row by itself. A settlement's states are written by its own triggers and by nobody
-- else.
alter table ledger_settlements drop constraint ledger_settlements_entry_number_fkey;
alter table ledger_settlement_states drop constraint ledger_settlement_states_settlement_fkey;
create trigger ledger_settlement_states_own before insert on ledger_settlement_states
  for each statement when (pg_trigger_depth() < 1) execute function refuse_change();

create or replace function ledger_settlements_queued() returns trigger language plpgsql as $$
begin
  if exists (
    select from added where not exists (
      select from ledger_moves m where (m.entry, m.number, m.asset) = (added.entry, added.number, added.asset)))
  then
    raise foreign_key_violation using constraint = tg_name, table = tg_table_name,
      message = 'a settlement belongs to a move of its asset';
  end if;
  insert into ledger_settlement_states (settlement, step, state, hash, reason, at)
    select id, 1, state, hash, reason, changed_at from added;
  return null;
end
$$;

-- PostgreSQL reads the text of a check anew in every statement that writes. A quote moves nothing: what is traded at it is
-- checked by the trade, and by the ledger with each move.
alter table trade_quotes drop constraint trade_quotes_check, drop constraint trade_quotes_side_check,
  drop constraint trade_quotes_market_check, drop constraint trade_quotes_pay_units_check,
  drop constraint trade_quotes_receive_units_check, drop constraint trade_quotes_usd_units_check,
  drop constraint trade_quotes_fee_check, drop constraint trade_quotes_spread_check;
alter table trades drop constraint trades_pay_units_check, drop constraint trades_fee_units_check,
  add check (fee_units >= 0 and fee_units < pay_units);

-- The movement of a trade names its entry.
alter table trades drop column entry;

-- Quotes are swept away by their age. Whose they are is known from the session that is asked with them.
alter table trade_quotes drop constraint trade_quotes_customer_fkey;

-- Figures to look at, which move nothing either.
alter table trade_accounts drop constraint trade_accounts_bought_units_check,
  drop constraint trade_accounts_cost_units_check;
