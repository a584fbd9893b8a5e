-- How many dollars the chain has too few of by a run: of the places that differ, only the first are kept. Null in what the version
-- before writes: then those places tell.
alter table chain_reconciliations add column missing_usdt numeric;
