import { CopyText } from '../../ui/copy-text.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { Item, ItemList, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './documents-page.module.css'
import { useAccepted, useDownloadAccepted } from './queries.ts'

/** The versions of the terms and the privacy policy that the customer accepted. */
export const AcceptedTexts = () => {
  const { data = [] } = useAccepted()
  const download = useDownloadAccepted()
  if (data.length === 0) return null
  return (
    <section aria-labelledby="accepted-texts">
      <h2 id="accepted-texts" className={classes.heading}>
        Terms you accepted
      </h2>
      {download.error && <FailureNote message={download.error.message} />}
      <ItemList>
        {data.map(({ name, title, version, acceptedAt, hash }) => (
          <Item key={`${name} ${version}`} heading="h3" title={`${title}, version ${version}`}>
            <ItemNote>
              Accepted <Moment at={acceptedAt} /> · SHA-256{' '}
              <CopyText label="hash" value={hash} shown={`${hash.slice(0, 12)}…`} />
            </ItemNote>
            <ItemWays>
              <LinkButton disabled={download.isPending} onClick={() => download.mutate({ name, version })}>
                Download
              </LinkButton>
            </ItemWays>
          </Item>
        ))}
      </ItemList>
    </section>
  )
}
