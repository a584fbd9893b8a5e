-- What lay in each open account when a seal was made: it keeps no balance of its own, and to add up all of its moves takes
-- longer every day. Its balance is the newest sum here, and what moved since that seal. An account that did not move between two
-- seals has no row for the second. Only the seal's trigger writes rows, and accounts and seals are never removed: no foreign keys.
create table ledger_checkpoints (
  account bigint not null,
  seal bigint not null,
  -- What came in, less what left: below zero for what was issued.
  units numeric(38, 0) not null,
  primary key (account, seal)
);
-- Verification reads them seal by seal.
create index ledger_checkpoints_by_seal on ledger_checkpoints (seal);

create trigger ledger_checkpoints_append_only before update or delete or truncate on ledger_checkpoints
  for each statement execute function refuse_change();

-- Comes with the seal, whoever makes it, and is worked out from the moves by the owner of the books: the running role can write
-- no sum of its own. A seal holds only what is final, so no move can come to be below it later.
create function ledger_checkpoint() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_checkpoints (account, seal, units)
  select sides.account, new.number, sum(sides.units) + coalesce((
      select c.units from ledger_checkpoints c where c.account = sides.account order by c.seal desc limit 1), 0)
  from (
    select target as account, units from ledger_moves where entry between new.first_entry and new.last_entry
    union all
    select source, -units from ledger_moves where entry between new.first_entry and new.last_entry
  ) sides join ledger_accounts a on a.id = sides.account and not a.guarded
  group by sides.account;
  return null;
end
$$;
revoke execute on function ledger_checkpoint() from public;
create trigger ledger_seals_checkpoint after insert on ledger_seals for each row execute function ledger_checkpoint();

-- What was sealed before.
insert into ledger_checkpoints (account, seal, units)
select sides.account, newest.number, sum(sides.units)
from (select number, last_entry from ledger_seals order by number desc limit 1) newest
  cross join lateral (
    select target as account, units from ledger_moves where entry <= newest.last_entry
    union all
    select source, -units from ledger_moves where entry <= newest.last_entry) sides
  join ledger_accounts a on a.id = sides.account and not a.guarded
group by sides.account, newest.number;

-- How much USDAU was issued is known from these sums, so posting need not keep an index for it.
drop index ledger_moves_usdau_source;
drop index ledger_moves_usdau_target;
