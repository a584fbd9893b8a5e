import type { Certificate } from '@ingot/endpoints/group-fields'
import { readCertificate } from '@ingot/endpoints/groups'
import { useParams } from 'react-router'
import { documentStateWords } from '../../lib/document-words.ts'
import { holdingAddress, holdingName } from '../../lib/holding-words.ts'
import { useDocument } from '../../lib/use-document.ts'
import { DocumentPending, DocumentViewer } from '../../ui/document-viewer.tsx'
import { Notice, TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { certificateAddress, groupAddress } from './group-words.ts'
import classes from './groups.module.css'
import { useCertificate } from './queries.ts'

const isSome = (amount: string) => /[1-9]/.test(amount)

/** Said before anything else: whoever opens it must not take it for what holds today. */
const HowItStands = ({ certificate: { document, group, newest, left } }: { certificate: Certificate }) => {
  if (document.state === 'reversed')
    return <Notice title="No longer valid">This certificate was reversed: what it says does not hold any more.</Notice>
  if (newest)
    return (
      <Notice title="No longer valid">
        Superseded by <TextLink to={certificateAddress(group.id, newest.id)}>{newest.number}</TextLink>: a part of this
        purchase has ended since.
      </Notice>
    )
  if (!isSome(left))
    return <Notice title="Nothing is left">All of this purchase has ended. This last certificate says so.</Notice>
  return null
}

/** State, number and version, and what it is of. What is certified stands on the paper. */
const About = ({ certificate: { document, version, holding, number } }: { certificate: Certificate }) => (
  <>
    <strong>{documentStateWords[document.state]}</strong> · <span className={classes.number}>{document.number}</span> ·
    version {version} · issued <Moment at={document.issuedAt} /> · of the holding{' '}
    <TextLink to={holdingAddress({ product: 'GDS', id: holding })}>{holdingName({ product: 'GDS', number })}</TextLink>
  </>
)

const Paper = ({ certificate }: { certificate: Certificate }) => {
  const query = useDocument(certificate.document.id)
  const above = <HowItStands certificate={certificate} />
  if (query.data) return <DocumentViewer {...query.data} above={above} />
  return (
    <>
      {above}
      <DocumentPending {...query} />
    </>
  )
}

const Read = ({ id, document }: { id: string; document: string }) => {
  const query = useCertificate(id, document)
  const { data } = query
  if (data === null) return <NotFound />
  return (
    <>
      <PageHeading
        back={data ? { to: groupAddress(data.group.id), label: data.group.name } : { to: '/GDS', label: 'Your groups' }}
        note={data && <About certificate={data} />}
      >
        GDS certificate
      </PageHeading>
      {data ? <Paper certificate={data} /> : <DocumentPending {...query} />}
    </>
  )
}

/**
 * One certificate of the customer's own: how it stands, and the paper itself. Names in the address are for people; only the
 * codes count, and what they do not lead to is not there.
 */
export const CertificatePage = () => {
  const { groupId = '', documentId = '' } = useParams()
  return readCertificate.params.safeParse({ id: groupId, document: documentId }).success ? (
    <Read id={groupId} document={documentId} />
  ) : (
    <NotFound />
  )
}
