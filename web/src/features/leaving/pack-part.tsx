import type { ExitPack } from '@ingot/endpoints/leaving'
import { Button } from '@mantine/core'
import { sizeWords } from '../../lib/size-words.ts'
import { Card } from '../../ui/card.tsx'
import { FormWays, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './leaving.module.css'
import { useAskForPack, useSavePack } from './queries.ts'

const contents = [
  ['Your data', 'All that is stored of your account, as JSON.'],
  ['Your documents', 'Every receipt, certificate, statement and report, as it was signed.'],
  ['What you sent us', 'Each file that we still keep.'],
  [
    'What checks it',
    'Our certificates, a signed list of all files, and a page that checks everything without a connection.',
  ],
] as const

const Ready = ({ pack }: { pack: ExitPack }) => {
  const save = useSavePack()
  return (
    <div className={classes.ready}>
      <p>
        Ready: {pack.bytes !== null && sizeWords(pack.bytes)}, to be downloaded until{' '}
        {pack.keptUntil && <Moment at={pack.keptUntil} />}
      </p>
      <p className={`${classes.quiet} ${classes.hash}`}>SHA-256 {pack.hash}</p>
      <div className={classes.actions}>
        <Button loading={save.isPending} onClick={() => save.mutate(pack)}>
          Download the archive
        </Button>
      </div>
      <FormProblem failure={save.error} />
    </div>
  )
}

const packWords: Record<Exclude<ExitPack['state'], 'Ready'>, string> = {
  Asked: 'Being made. It takes a minute or more, and we e-mail you when it is there. You can close this page.',
  Failed: 'The last one could not be made. Please ask for it once more.',
  Erased: 'The last one is no longer kept.',
}

const Last = ({ pack }: { pack: ExitPack | undefined }) => {
  if (pack?.state === 'Ready') return <Ready key={pack.id} pack={pack} />
  return <p role="status">{pack && packWords[pack.state]}</p>
}

/** Everything that is known of the customer, to take along. */
export const PackPart = ({ packs }: { packs: readonly ExitPack[] }) => {
  const ask = useAskForPack()
  const [last] = packs
  return (
    <Card as="section" className={classes.card} aria-labelledby="archive">
      <h2 id="archive" className={classes.title}>
        Take everything along
      </h2>
      <ul className={classes.list}>
        {contents.map(([what, note]) => (
          <li key={what} className={classes.entry}>
            <p>{what}</p>
            <p className={classes.quiet}>{note}</p>
          </li>
        ))}
      </ul>
      <Last pack={last} />
      {last?.state !== 'Asked' && (
        <div className={classes.actions}>
          <Button
            variant={last?.state === 'Ready' ? 'default' : 'filled'}
            loading={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {last?.state === 'Ready' ? 'Make a new one' : 'Make the archive'}
          </Button>
        </div>
      )}
      <FormProblem failure={ask.error} />
      <p className={classes.quiet}>
        To check it, unpack it, open check.html in a browser and drop the archive on it. Whoever wants to check it
        without trusting the archive takes the same page from where documents are checked.
      </p>
      <FormWays>
        <TextLink to="/verify">Check a document</TextLink>
      </FormWays>
    </Card>
  )
}
