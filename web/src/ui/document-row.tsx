import type { IssuedDocument } from '@ingot/endpoints/documents'
import { documentStateWords } from '../lib/document-words.ts'
import { documentAddress } from '../lib/use-making.ts'
import classes from './document-row.module.css'
import { TimeOfDay } from './moment.tsx'
import { Row } from './row.tsx'

/** One line of a list of documents, under the heading of its day. */
export const DocumentRow = ({ document }: { document: IssuedDocument }) => (
  <Row
    to={documentAddress(document.id)}
    title={document.title}
    note={document.subtitle || <TimeOfDay at={document.issuedAt} />}
    figure={<span className={classes.number}>{document.number}</span>}
    aside={documentStateWords[document.state]}
  />
)
