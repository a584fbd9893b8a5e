-- As with holdings: one check for a row, by a function that is read once per connection, in the place of eight that are read anew
-- with every document.

create function is_sound(paper_issued documents) returns boolean language plpgsql immutable as $$
begin
  return paper_issued.kind ~ '^[a-z][a-z-]{0,39}$' and paper_issued.code ~ '^[A-Z]{2,3}-[0-9]{4}-[0-9]{6,9}$'
    and length(paper_issued.subject) between 1 and 200 and paper_issued.paper in ('A4', 'Letter')
    and (paper_issued.hash is null or length(paper_issued.hash) = 32)
    and (paper_issued.state = 'superseded') = (paper_issued.superseded_by is not null)
    and (paper_issued.hash is null) = (paper_issued.made_at is null)
    and (paper_issued.data_sealed is null) = (paper_issued.key_sealed is null);
end
$$;

alter table documents
  drop constraint documents_kind_check, drop constraint documents_code_check, drop constraint documents_subject_check,
  drop constraint documents_paper_check, drop constraint documents_hash_check, drop constraint superseded,
  drop constraint made, drop constraint sealed_together,
  add constraint documents_sound check (is_sound(documents));
