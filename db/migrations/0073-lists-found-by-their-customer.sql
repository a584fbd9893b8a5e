-- A customer's page is read newest first. With an index over all numbers at hand, the database walked through what everybody has
-- until it had found a page of one customer's: now there is only the way through the own ones.

alter table stakes drop constraint stakes_number_key;
drop index stakes_of_customer;
create unique index stakes_of_customer on stakes (customer, number desc);

alter table holdings drop constraint holdings_number_key;
create unique index holdings_of_customer on holdings (customer, number desc);
