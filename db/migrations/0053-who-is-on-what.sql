-- Which operator is on what, so that two do not do the same. It stops nobody: it is a word among colleagues, and is over by itself.
create table queue_taken (
  queue text not null check (length(queue) between 1 and 60),
  item text not null check (length(item) between 1 and 100),
  operator uuid not null references customers,
  at timestamptz not null,
  primary key (queue, item)
);
create index queue_taken_by_age on queue_taken (at);
