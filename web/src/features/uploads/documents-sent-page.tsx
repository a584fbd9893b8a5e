import type { Upload } from '@ingot/endpoints/uploads'
import { useState } from 'react'
import { sizeWords } from '../../lib/size-words.ts'
import { uploadAccept, uploadProblem, useSendUpload } from '../../lib/use-send-upload.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemFigure, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import classes from './documents-sent.module.css'
import { useRemoveUpload, useSaveUpload, useUploads } from './queries.ts'

const stateWords: Record<Upload['state'], string> = { sent: 'Sent', taken: 'In use', erased: 'Erased' }

/** Erased for good, so it is asked for twice. */
const Remove = ({ upload: { id, name } }: { upload: Upload }) => {
  const [isSure, setIsSure] = useState(false)
  const remove = useRemoveUpload()
  if (!isSure)
    return (
      <LinkButton aria-label={`Erase ${name}`} onClick={() => setIsSure(true)}>
        Erase
      </LinkButton>
    )
  return (
    <>
      <LinkButton aria-label={`Yes, erase it: ${name}`} disabled={remove.isPending} onClick={() => remove.mutate(id)}>
        Yes, erase it
      </LinkButton>
      <LinkButton onClick={() => setIsSure(false)}>Keep it</LinkButton>
    </>
  )
}

const Sent = ({ upload }: { upload: Upload }) => {
  const save = useSaveUpload()
  const { name, bytes, uploadedAt, keptUntil, state } = upload
  return (
    <Item title={name} aside={<ItemFigure>{stateWords[state]}</ItemFigure>}>
      <ItemNote>
        {sizeWords(bytes)}, sent <Moment at={uploadedAt} />
        {state !== 'erased' && (
          <>
            , kept until <Moment at={keptUntil} />
          </>
        )}
      </ItemNote>
      {state !== 'erased' && (
        <ItemWays>
          <LinkButton aria-label={`Download ${name}`} disabled={save.isPending} onClick={() => save.mutate(upload)}>
            Download
          </LinkButton>
          {state === 'sent' && <Remove upload={upload} />}
        </ItemWays>
      )}
      <FormProblem failure={save.error} />
    </Item>
  )
}

/** What the customer hands to us: proofs, certificates, whatever Compliance asked for. */
export const DocumentsSentPage = () => (
  <>
    <PageHeading
      back={{ to: '/documents', label: 'Documents' }}
      note="Only those who check documents open them, and you see each time under Activity."
    >
      Documents you sent us
    </PageHeading>
    <div className={classes.parts}>
      <Card>
        <UploadField
          label="Send us a document"
          note="JPEG, PNG, WebP or PDF, at most 10 MB each."
          accept={uploadAccept}
          problemOf={uploadProblem}
          send={useSendUpload('proof')}
        />
      </Card>
      <PagedList
        what="documents"
        label="Documents you sent us"
        query={useUploads()}
        empty={<EmptyState title="Nothing sent yet">Whatever you send us is listed here.</EmptyState>}
      >
        {(upload) => <Sent key={upload.id} upload={upload} />}
      </PagedList>
    </div>
  </>
)
