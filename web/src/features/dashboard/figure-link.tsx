import type { FigureName } from '@ingot/endpoints/dashboard'
import { VisuallyHidden } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { PageLink } from '../../ui/page-link.tsx'
import { FigureAmount } from './figure-amount.tsx'
import classes from './figure-link.module.css'
import { figureAddress, figureWords } from './figure-words.ts'
import type { Dashboard } from './queries.ts'

/** One figure, which opens what it is the sum of. */
export const FigureLink = ({
  name,
  figures,
  label,
  isHeadline = false,
}: {
  name: FigureName
  figures: Dashboard['figures']
  /** Where what stands around it says the rest. */
  label?: string
  isHeadline?: boolean
}) => {
  const words = figureWords[name]
  return (
    <PageLink className={classes.figure} data-headline={isHeadline || undefined} to={figureAddress(name)}>
      <span className={classes.label}>
        {label === undefined ? (
          words.label
        ) : (
          <>
            <span aria-hidden="true">{label}</span>
            <VisuallyHidden>{words.label}</VisuallyHidden>
          </>
        )}
        <IconChevronRight className={classes.mark} size={14} aria-hidden="true" />
      </span>{' '}
      <span className={classes.value}>
        <FigureAmount kind={words.kind} value={figures[name]} />
      </span>
    </PageLink>
  )
}
