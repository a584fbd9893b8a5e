-- From which state a thing may go to which. The code has the same table, and a test compares the two.
create table state_moves (
  thing text not null,
  from_state text not null,
  to_state text not null,
  primary key (thing, from_state, to_state)
);
insert into state_moves (thing, from_state, to_state) values
  ('transfer', 'waiting', 'posted'), ('transfer', 'waiting', 'cancelled'), ('transfer', 'waiting', 'expired'),
  ('recovery', 'waiting', 'vetoed'), ('recovery', 'waiting', 'done'),
  ('mint', 'open', 'final'), ('mint', 'open', 'reverted'), ('mint', 'open', 'lost'),
  ('batch', 'open', 'final'), ('batch', 'open', 'lost');

-- Refuses a move that is not in the table, whoever tries it. The trigger names the thing.
create function check_state_move() returns trigger language plpgsql as $$
begin
  if not exists (
    select from state_moves where thing = tg_argv[0] and from_state = old.state and to_state = new.state)
  then
    raise exception '% % cannot go from % to %', tg_argv[0], old.id, old.state, new.state
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger wallet_transfers_states before update of state on wallet_transfers
  for each row when (old.state <> new.state) execute function check_state_move('transfer');
create trigger two_factor_recoveries_states before update of state on two_factor_recoveries
  for each row when (old.state <> new.state) execute function check_state_move('recovery');
create trigger chain_mints_states before update of state on chain_mints
  for each row when (old.state <> new.state) execute function check_state_move('mint');
create trigger chain_batches_states before update of state on chain_batches
  for each row when (old.state <> new.state) execute function check_state_move('batch');

-- Every move that was made: who made it, when and why. How a thing began stands in its own row.
create table state_history (
  number bigint generated always as identity primary key,
  thing text not null,
  id text not null,
  from_state text not null,
  to_state text not null,
  by text not null,
  why text,
  at timestamptz not null,
  foreign key (thing, from_state, to_state) references state_moves
);
create index state_history_of_thing on state_history (thing, id, number);

-- Of transfers it is known when and how they ended to wait. Of the others it is not: their history begins with none.
insert into state_history (thing, id, from_state, to_state, by, why, at)
select 'transfer', t.id, 'waiting', t.state,
  case when t.state = 'posted' then 'clock' else coalesce(e.caused_by, 'clock') end,
  t.end_reason, coalesce(t.ended_at, p.posted_at)
from wallet_transfers t
  left join ledger_entries p on p.id = t.entry
  left join ledger_hold_ends x on x.hold = t.hold left join ledger_entries e on e.id = x.entry
where t.hold is not null and t.state <> 'waiting'
order by coalesce(t.ended_at, p.posted_at);

create trigger state_history_append_only before update or delete or truncate on state_history
  for each statement execute function refuse_change();
