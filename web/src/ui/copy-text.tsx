import { Button } from '@mantine/core'
import classes from './copy-text.module.css'
import { Said } from './said.tsx'
import { useCopy } from './use-copy.ts'

/** An id, a hash or an address: to be read, shortened where there is little room, and to be copied whole. */
export const CopyText = ({ label, value, shown = value }: { label: string; value: string; shown?: string }) => {
  const { said, copy } = useCopy({ done: 'Copied.' })
  return (
    <span className={classes.copy}>
      {shown !== value && (
        <span className={classes.brief} title={value}>
          {shown}
        </span>
      )}
      <span className={shown === value ? classes.text : classes.printed}>{value}</span>
      <Button variant="default" size="compact-xs" aria-label={`Copy the ${label}`} onClick={() => void copy(value)}>
        Copy
      </Button>
      <Said said={said} />
    </span>
  )
}
