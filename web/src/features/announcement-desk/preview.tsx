import type { RichText as Text } from '@ingot/endpoints/rich-text'
import { useEffect, useState } from 'react'
import { announcementPicture } from '../../lib/announcement-words.ts'
import { Card } from '../../ui/card.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import classes from './announcement-desk.module.css'
import { usePreview } from './queries.ts'

/** Once nobody has typed for as long. */
const pauseMs = 400

const usePaused = (typed: string): string => {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}

/** What is written, as customers will see it. `kept` is what the server made of it when it was saved. */
export const Preview = ({ source, kept }: { source: string; kept: { source: string; body: Text } | null }) => {
  const paused = usePaused(source)
  const isKept = kept !== null && kept.source === paused
  const query = usePreview(paused, !isKept && paused.trim() !== '')
  const text = isKept ? kept.body : query.data
  return (
    <Card as="section" className={classes.card} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {text && text.length > 0 && paused.trim() !== '' ? (
        <RichText text={text} picture={announcementPicture} />
      ) : (
        <FormText isQuiet>What you write stands here as customers will see it.</FormText>
      )}
      <FormProblem failure={isKept ? null : query.error} />
    </Card>
  )
}
