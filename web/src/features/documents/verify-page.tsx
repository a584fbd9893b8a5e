import '@mantine/core/styles/Input.css'
import { Button } from '@mantine/core'
import { type ChangeEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { CheckedFile } from './checked-file.tsx'
import { CheckedNumber } from './checked-number.tsx'
import classes from './verify.module.css'
import { useCheckFile, useDownloadChecker } from './verify-queries.ts'

/** Anywhere on the page: a browser opens what is dropped beside the place that was meant. */
const useDroppedFile = (take: (file: File | undefined) => void) => {
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      takeNow(event.dataTransfer?.files[0])
    }
    window.addEventListener('dragover', allow)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', allow)
      window.removeEventListener('drop', drop)
    }
  }, [])
}

const ByFile = () => {
  const input = useRef<HTMLInputElement>(null)
  const check = useCheckFile()
  const take = (file: File | undefined) => {
    if (file) check.mutate(file)
  }
  useDroppedFile(take)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.currentTarget.files?.[0])
    // The same file may be chosen again.
    event.currentTarget.value = ''
  }
  return (
    <>
      <Card as="section" aria-labelledby="by-file" className={classes.box}>
        <h2 id="by-file" className={classes.title}>
          By its file
        </h2>
        <div className={classes.drop}>
          <p className={classes.text}>Drop the PDF anywhere on this page, or</p>
          <Button size="md" loading={check.isPending} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
          <p className={classes.quiet}>It is checked on this device. The file is not sent to us.</p>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="Choose a document"
            accept="application/pdf,.pdf"
            onChange={choose}
          />
        </div>
        <FormProblem failure={check.error} />
      </Card>
      {check.data && <CheckedFile key={check.submittedAt} file={check.data} />}
    </>
  )
}

const Offline = () => {
  const download = useDownloadChecker()
  return (
    <section aria-labelledby="offline" className={classes.offline}>
      <h2 id="offline" className={classes.title}>
        Without a connection
      </h2>
      <p className={classes.text}>
        The same check as one file, which opens in any browser and works for as long as you keep it. What it cannot know
        is whether a document was replaced or reversed.
      </p>
      <FormProblem failure={download.error} />
      <p className={classes.text}>
        <LinkButton onClick={() => download.mutate()}>Download the check</LinkButton>
      </p>
    </section>
  )
}

export const VerifyPage = () => (
  <>
    <PageHeading note="Whether a document is ours, unchanged and still valid.">Check a document</PageHeading>
    <div className={classes.parts}>
      <ByFile />
      <CheckedNumber />
      <Offline />
    </div>
  </>
)
