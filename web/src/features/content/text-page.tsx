import { type Text, textNames } from '@ingot/endpoints/content'
import { Skeleton } from '@mantine/core'
import { useLocation, useMatches } from 'react-router'
import { useAddressFields } from '../../lib/address-fields.ts'
import { formatSharedDay } from '../../lib/local-format.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { FailedState, LoadingState } from '../../ui/states.tsx'
import { useTextVersion } from './consent-queries.ts'
import { useText } from './queries.ts'
import classes from './text-page.module.css'
import { TextVersions } from './text-versions.tsx'

const sectionId = (index: number) => `section-${index + 1}`

/** A text is in force from a day on, wherever its reader is, so the day is not moved into the reader's zone. */
const Version = ({ text: { version, publishedOn } }: { text: Text }) => (
  <>
    Version {version}, in force from <time dateTime={publishedOn}>{formatSharedDay(new Date(publishedOn))}</time>
  </>
)

const Contents = ({ sections }: { sections: Text['sections'] }) => (
  <nav className={classes.contents} aria-labelledby="contents">
    <h2 className={classes.contentsTitle} id="contents">
      Contents
    </h2>
    <ol>
      {sections.map(({ heading }, index) => (
        <li key={sectionId(index)}>
          <a href={`#${sectionId(index)}`}>{heading}</a>
        </li>
      ))}
    </ol>
  </nav>
)

const Sections = ({ sections }: { sections: Text['sections'] }) => (
  <div className={classes.sections}>
    {sections.map(({ heading, paragraphs }, index) => (
      <section key={sectionId(index)} aria-labelledby={sectionId(index)}>
        <h2 id={sectionId(index)} tabIndex={-1}>
          <span className={classes.number}>{index + 1}.</span> {heading}
        </h2>
        {paragraphs.map((paragraph, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a version of a text never changes, and paragraphs may repeat.
          <p key={position}>{paragraph}</p>
        ))}
      </section>
    ))}
  </div>
)

const skeletonWidths = ['70%', '55%', '80%', '60%', '75%', '50%']

const TextSkeleton = () => (
  <LoadingState label="Loading the text">
    <div className={classes.columns}>
      <div className={classes.contents}>
        {skeletonWidths.map((width) => (
          <Skeleton key={width} height={14} width={width} mb={16} />
        ))}
      </div>
      <div className={classes.sections}>
        {skeletonWidths.slice(0, 3).map((width) => (
          <section key={width}>
            <Skeleton height={22} width={width} mb={20} />
            <Skeleton height={14} mb={12} />
            <Skeleton height={14} mb={12} />
            <Skeleton height={14} mb={12} />
            <Skeleton height={14} width="62%" />
          </section>
        ))}
      </div>
    </div>
  </LoadingState>
)

const useTextOfRoute = (): { name: Text['name']; title: string } => {
  const { pathname } = useLocation()
  const name = textNames.find((candidate) => pathname.toLowerCase().replaceAll('/', '') === candidate)
  if (!name) throw new Error(`No text belongs to ${pathname}.`)
  const handle = useMatches().at(-1)?.handle as { title: string } | undefined
  return { name, title: handle?.title ?? '' }
}

/** The text in force, unless the address names another version. */
const inForce = { version: '' }

const pathOf = (name: Text['name']) => (name === 'privacy-policy' ? '/privacy-policy/' : `/${name}`)

export const TextPage = () => {
  const { name, title } = useTextOfRoute()
  const [{ version }] = useAddressFields(inForce)
  const [current, other] = [useText(name), useTextVersion(name, version)]
  const { data: text, isError, isFetching, refetch } = version === '' ? current : other
  return (
    <article>
      <PageHeading
        note={text ? <Version text={text} /> : !isError && <Skeleton height={18} width={260} maw="80%" my={5} />}
      >
        {text?.title ?? title}
      </PageHeading>
      {text && (
        <div className={classes.columns}>
          <Contents sections={text.sections} />
          <Sections sections={text.sections} />
        </div>
      )}
      {text && <TextVersions name={name} shown={text.version} path={pathOf(name)} />}
      {!text && isError && (
        <FailedState title="The text could not be loaded" isRetrying={isFetching} onRetry={() => void refetch()}>
          Your connection may be down, or the service may be busy.
        </FailedState>
      )}
      {!text && !isError && <TextSkeleton />}
    </article>
  )
}
