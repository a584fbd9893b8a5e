import type { TextDesk, TextDraft } from '@ingot/endpoints/text-desk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatSharedDay } from '../../lib/local-format.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemFigure, ItemHistory, ItemList, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { useDiscardDraft, useTextDesk } from './queries.ts'
import classes from './text-desk.module.css'

const dayOf = (date: string) => formatSharedDay(new Date(date))

/** As customers will read it. */
const Draft = ({ draft }: { draft: TextDraft }) => (
  <details className={classes.preview}>
    <summary>
      Draft of version {draft.version}, in force from {dayOf(draft.publishedOn)}
    </summary>
    <ItemNote>
      Saved by {draft.savedBy}, <Moment at={draft.savedAt} />
    </ItemNote>
    <p>
      <strong>What changes:</strong> {draft.changes}
    </p>
    <h3>{draft.title}</h3>
    {draft.sections.map(({ heading, paragraphs }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a draft is shown as a whole, and headings may repeat.
      <section key={index}>
        <h4>{heading}</h4>
        {paragraphs.map((paragraph, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat.
          <p key={position}>{paragraph}</p>
        ))}
      </section>
    ))}
  </details>
)

const TextItem = ({ desk }: { desk: TextDesk }) => {
  const mayWrite = useHasRole('Owner', 'Compliance')
  const [way, setWay] = useState<'write' | 'publish' | null>(null)
  const discard = useDiscardDraft(desk.name)
  const { name, title, versions, draft } = desk
  const end = () => setWay(null)
  const inForce = versions.find(({ state }) => state === 'in force')
  const coming = versions.filter(({ state }) => state === 'coming')
  return (
    <Item title={title} aside={<ItemFigure>Version {inForce?.version}</ItemFigure>}>
      {coming.map(({ version, publishedOn }) => (
        <ItemNote key={version}>
          Version {version} comes into force on {dayOf(publishedOn)}.
        </ItemNote>
      ))}
      <AskedAbout thing={name} />
      {draft && <Draft draft={draft} />}
      <ItemHistory>
        {versions.map(({ version, publishedOn, changes }) => (
          <li key={version}>
            <ItemFigure>Version {version}</ItemFigure> from {dayOf(publishedOn)}
            {changes !== '' && `: ${changes}`}
          </li>
        ))}
      </ItemHistory>
      <FormProblem failure={discard.error} />
      {mayWrite && (
        <ItemWays>
          <Button variant="default" aria-label={`Write the next version: ${title}`} onClick={() => setWay('write')}>
            {draft ? 'Change the draft' : 'Write the next version'}
          </Button>
          {draft && (
            <>
              <Button variant="default" aria-label={`Publish: ${title}`} onClick={() => setWay('publish')}>
                Publish
              </Button>
              <Button
                variant="default"
                aria-label={`Discard the draft: ${title}`}
                loading={discard.isPending}
                onClick={() => discard.mutate(draft.revision)}
              >
                Discard the draft
              </Button>
            </>
          )}
        </ItemWays>
      )}
      {way === 'write' && <DraftDialog desk={desk} onClose={end} />}
      {way === 'publish' && draft && (
        <AskApprovalDialog
          title={`Publish version ${draft.version}: ${title}`}
          action="publish-text"
          thing={name}
          onClose={end}
        >
          <FormText>
            In force from {dayOf(draft.publishedOn)}. From that day on, customers are asked to accept it and begin
            nothing new until they have.
          </FormText>
          <FormText isQuiet>What is published stays as it is. Another version can follow.</FormText>
        </AskApprovalDialog>
      )}
    </Item>
  )
}

/** The terms and the privacy policy: what is in force, what comes, and what is prepared. */
export const OperatorTextsPage = () => {
  const query = useTextDesk()
  return (
    <>
      <PageHeading note="What binds customers. A new version is written by one, published by two, and accepted by each customer.">
        Texts
      </PageHeading>
      {query.data ? (
        <ItemList>
          {query.data.map((desk) => (
            <TextItem key={desk.name} desk={desk} />
          ))}
        </ItemList>
      ) : (
        <Unread what="texts" query={query} />
      )}
    </>
  )
}
