import { pictureLimit } from '@ingot/endpoints/account'
import { errorTable } from '@ingot/endpoints/errors'
import { Button } from '@mantine/core'
import { type ChangeEvent, useRef } from 'react'
import { useAddPicture } from './queries.ts'

const pictureTypes = 'image/jpeg,image/png,image/webp'

/** As its file is called, until somebody says it better. */
const altOf = (name: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Sends a picture and hands out the words that show it. */
export const PictureButton = ({
  onAdded,
  onProblem,
}: {
  onAdded: (markdown: string) => void
  onProblem: (problem: Error | null) => void
}) => {
  const file = useRef<HTMLInputElement>(null)
  const add = useAddPicture()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0]
    // The same file may be chosen again.
    event.currentTarget.value = ''
    if (!chosen) return
    onProblem(null)
    if (chosen.size > pictureLimit) return onProblem(new Error(errorTable.PictureRefused.message))
    add.mutate(chosen, {
      onSuccess: ({ name }) => onAdded(`![${altOf(chosen.name)}](picture:${name})`),
      onError: onProblem,
    })
  }
  return (
    <div>
      <Button variant="default" loading={add.isPending} onClick={() => file.current?.click()}>
        Add a picture
      </Button>
      <input ref={file} type="file" hidden aria-label="Choose a picture" accept={pictureTypes} onChange={choose} />
    </div>
  )
}
