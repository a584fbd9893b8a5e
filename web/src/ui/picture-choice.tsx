import { errorTable } from '@ingot/endpoints/errors'
import { Button, Skeleton } from '@mantine/core'
import { type ChangeEvent, useRef, useState } from 'react'
import { FailureNote } from './failure-note.tsx'
import classes from './picture-choice.module.css'
import { PictureCrop } from './picture-crop.tsx'
import { useReturnFocus } from './return-focus.ts'
import { Said } from './said.tsx'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Phones make larger ones than the server takes; only the cropped square is sent. */
const largestRead = 40 * 1024 * 1024

const readPicture = async (file: File): Promise<ImageBitmap | null> => {
  if (!pictureTypes.includes(file.type) || file.size > largestRead) return null
  return createImageBitmap(file).catch(() => null)
}

const Face = ({ address, name }: { address: string | null; name: string }) =>
  address ? (
    <img className={classes.face} src={address} alt="Your profile" width={112} height={112} />
  ) : (
    <span className={classes.face} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )

/** A person's picture, and the way to another one. */
export const PictureChoice = ({
  address,
  name,
  isSaving,
  onSave,
}: {
  address: string | null
  /** Its first letter stands where no picture is. */
  name: string
  isSaving: boolean
  /** Answers whether the picture was kept; if not, the crop stays open. */
  onSave: (square: Blob) => Promise<boolean>
}) => {
  const file = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const opener = useReturnFocus(picture !== null)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0]
    // The same file may be chosen again.
    event.currentTarget.value = ''
    if (!chosen) return
    const read = await readPicture(chosen)
    setNotice('')
    setProblem(read ? '' : errorTable.PictureRefused.message)
    setPicture(read)
  }

  const save = async (square: Blob) => {
    if (!(await onSave(square))) return
    setPicture(null)
    setNotice('Your picture was changed.')
  }

  return (
    <div className={classes.choice}>
      {picture ? (
        <PictureCrop
          picture={picture}
          isSaving={isSaving}
          onSave={(square) => void save(square)}
          onCancel={() => setPicture(null)}
        />
      ) : (
        <div className={classes.picture}>
          <Face address={address} name={name} />
          <div>
            <Button ref={opener} variant="default" onClick={() => file.current?.click()}>
              {address ? 'Change picture' : 'Add a picture'}
            </Button>
            <p className={classes.quiet}>JPEG, PNG or WebP. You can choose which part is shown.</p>
          </div>
        </div>
      )}
      {problem !== '' && <FailureNote message={problem} />}
      <Said said={notice === '' ? null : { text: notice, isFailure: false }} />
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Choose a picture"
        accept={pictureTypes.join(',')}
        onChange={(event) => void choose(event)}
      />
    </div>
  )
}

export const PictureSkeleton = () => (
  <div className={classes.picture}>
    <Skeleton height={112} width={112} circle flex="none" />
    <Skeleton height={36} width={140} />
  </div>
)
