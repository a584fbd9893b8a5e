import type { Material } from '@ingot/endpoints/materials'
import { Button } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { Said } from '../../ui/said.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { kindWords } from './material-words.ts'
import classes from './materials.module.css'

/** A text as it is sent, to be copied whole. */
export const TextCard = ({ material: { kind, title, headline, text } }: { material: Material }) => {
  const { said, copy } = useCopy({ done: 'Copied.' })
  return (
    <Card as="li" className={classes.card}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.quiet}>
        {kindWords[kind]}
        {headline !== '' && `, subject: ${headline}`}
      </p>
      <p className={classes.text}>{text}</p>
      <div className={classes.ways}>
        <Button variant="default" aria-label={`Copy ${title}`} onClick={() => void copy(text)}>
          Copy
        </Button>
        <Said said={said} />
      </div>
    </Card>
  )
}
