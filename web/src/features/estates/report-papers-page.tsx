import '@mantine/core/styles/Input.css'
import type { EstateFileKind } from '@ingot/endpoints/estate-fields'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { uploadAccept, uploadProblem } from '../../lib/use-send-upload.ts'
import { FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Unread } from '../../ui/unread.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import classes from './estates.module.css'
import { useReport, useSendPaper } from './queries.ts'

const kindWords: Record<EstateFileKind, string> = {
  'death-certificate': 'Death certificate',
  'court-paper': 'Court’s paper, such as a certificate of inheritance',
  identity: 'Identity document of somebody who is to receive',
  other: 'Something else',
}

const kinds = (Object.keys(kindWords) as EstateFileKind[]).map((value) => ({ value, label: kindWords[value] }))

type Report = NonNullable<ReturnType<typeof useReport>['data']>

const Papers = ({ report, token }: { report: Report; token: string }) => {
  const [kind, setKind] = useState<EstateFileKind>('death-certificate')
  const send = useSendPaper(token, kind)
  const { reference, reportedAt, files, mostFiles } = report
  return (
    <FormPage
      title={`Papers for report ${reference}`}
      note={
        <>
          Sent to us <Moment at={reportedAt} />. Papers are checked for viruses and kept encrypted.
        </>
      }
      foot={
        <FormText isQuiet>
          To protect our customers we tell nobody what becomes of a report. Whoever is to receive something hears from
          us.
        </FormText>
      }
    >
      <FormStack>
        {files.length < mostFiles ? (
          <>
            <NativeSelect
              label="What it is"
              size="md"
              data={kinds}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as EstateFileKind)}
            />
            <UploadField
              key={kind}
              isListed
              label="Send a paper"
              note="JPEG, PNG, WebP or PDF, at most 10 MB each."
              accept={uploadAccept}
              problemOf={uploadProblem}
              send={send}
            />
          </>
        ) : (
          <FormText>You have sent {mostFiles} papers, which is as many as there can be.</FormText>
        )}
        {files.length > 0 && (
          <section aria-labelledby="sent-title">
            <h2 id="sent-title" className={classes.legend}>
              What you have sent
            </h2>
            <ul className={classes.sent}>
              {files.map((file) => (
                <li key={file.id}>
                  <span>{file.name}</span>
                  <span className={classes.quiet}>
                    Sent <Moment at={file.sentAt} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </FormStack>
    </FormPage>
  )
}

/** The page behind the link that whoever reported a death was mailed. */
export const ReportPapersPage = () => {
  const { token = '' } = useParams()
  const query = useReport(token)
  if (query.data) return <Papers report={query.data} token={token} />
  if (query.error instanceof CallError && query.error.name === 'LinkInvalid')
    return (
      <FormPage title="This link no longer works">
        <FormStack>
          <FormText>Links to a report work for a while only, and each is for one report.</FormText>
          <Button component={PageLink} to="/report-a-death" variant="default">
            Report a death
          </Button>
        </FormStack>
      </FormPage>
    )
  return (
    <FormPage title="Papers for your report">
      <Unread what="report" query={query} />
    </FormPage>
  )
}
