-- PostgreSQL reads and plans the text of a function in SQL anew in every statement that calls it, unless it can be put in its place,
-- which a look into tables cannot: with each deal that took longer than the rest of what a deal looks at. This one is read once per
-- connection, and sees what it saw: whatever was committed by then.
create or replace function reserves_stop() returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (select from ledger_issuing_stops where stopped_by = 'reserves')
    or exists (select from reserve_looks where looked_at < clock_timestamp() - interval '15 minutes');
end
$$;

-- As with stakes and holdings: a number is found among those of its customer, and nobody looks for one without knowing whose it is.
-- Each document is written into one index less.
alter table documents drop constraint documents_number_key;
drop index documents_of_customer;
create unique index documents_of_customer on documents (customer, number desc);
