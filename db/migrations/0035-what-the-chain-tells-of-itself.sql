-- How the chain's side is, for whoever watches: its tables are its own. A row as soon as a chain is connected.
create view chain_health as
  select c.block is not null as begun, c.began_at, c.looked_at,
    (select at from chain_reconciliations where problem is null order by id desc limit 1) as reconciled_at,
    (select difference_count from chain_reconciliations where problem is null order by id desc limit 1) as differences,
    (select problem is not null from chain_reconciliations order by id desc limit 1) as unfinished,
    exists (select from chain_alarms where name = 'deposits') as deposits_alarm,
    exists (select from chain_alarms where name = 'outside-limit') as limit_reached
  from chain_identity left join chain_cursor c on true;
