-- Which span posted it, as W3C's traceparent, so that the one that settles it can point back. Written only where somebody
-- traces, and never more than a hint: nothing is decided by it.
alter table ledger_settlements add column traceparent text;

-- Posting is the same function, and a call may say its `traceparent` beside its lists.
-- suits the version before: its calls say none, and what they post has none
do $$
declare
  before text := pg_get_functiondef('ledger_post_together(jsonb)'::regprocedure);
  after text := replace(replace(before,
    'insert into ledger_settlements (entry, number, asset)',
    'insert into ledger_settlements (entry, number, asset, traceparent)'),
    'assets[(s ->> 2)::integer]',
    'assets[(s ->> 2)::integer], call ->> ''traceparent''');
begin
  if strpos(after, 'asset, traceparent)') = 0 or strpos(after, 'call ->> ''traceparent''') = 0 then
    raise exception 'posting does not queue settlements as it is expected to';
  end if;
  execute after;
end
$$;
