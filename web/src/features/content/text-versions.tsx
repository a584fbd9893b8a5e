import type { TextVersion } from '@ingot/endpoints/consents'
import type { Text } from '@ingot/endpoints/content'
import { formatSharedDay } from '../../lib/local-format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormWays, LinkButton, TextLink } from '../../ui/form.tsx'
import { useDownloadText, useTextVersions } from './consent-queries.ts'
import classes from './text-versions.module.css'

const words: Record<TextVersion['state'], string> = {
  coming: 'Coming',
  'in force': 'In force',
  earlier: 'Earlier version',
}

/** Every version there is, what changed with it, and its file. */
export const TextVersions = ({ name, shown, path }: { name: Text['name']; shown: string; path: string }) => {
  const { data = [] } = useTextVersions(name)
  const download = useDownloadText(name)
  if (data.length === 0) return null
  return (
    <section className={classes.versions} aria-labelledby="versions">
      <h2 id="versions" className={classes.heading}>
        Versions
      </h2>
      {download.error && <FailureNote message={download.error.message} />}
      <ul className={classes.list}>
        {data.map(({ version, publishedOn, changes, state, hash }) => (
          <li key={version} className={classes.version}>
            <p className={classes.name}>
              Version {version} · {words[state]}
            </p>
            <p className={classes.quiet}>
              From <time dateTime={publishedOn}>{formatSharedDay(new Date(publishedOn))}</time>
            </p>
            {changes !== '' && <p className={classes.changes}>{changes}</p>}
            <FormWays>
              {version === shown ? (
                <span className={classes.quiet}>Shown above</span>
              ) : (
                <TextLink to={state === 'in force' ? path : `${path}?version=${version}`}>
                  Read version {version}
                </TextLink>
              )}
              <LinkButton disabled={download.isPending} onClick={() => download.mutate(version)}>
                Download
              </LinkButton>
            </FormWays>
            <p className={classes.hash}>
              SHA-256 <CopyText label="hash" value={hash} shown={`${hash.slice(0, 12)}…`} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
