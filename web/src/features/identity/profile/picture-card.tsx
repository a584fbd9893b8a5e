import { errorTable } from '@ingot/endpoints/errors'
import { Button } from '@mantine/core'
import { type ChangeEvent, useRef, useState } from 'react'
import { FailureNote } from '../security/failure-note.tsx'
import { useReturnFocus } from '../security/openable.ts'
import { PictureCrop } from './picture-crop.tsx'
import classes from './profile.module.css'
import { useUpdatePicture } from './queries.ts'

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

/** The profile picture, and the way to another one. */
export const PictureCard = ({ profileLink, username }: { profileLink: string | null; username: string }) => {
  const file = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState('')
  const [notice, setNotice] = useState('')
  const update = useUpdatePicture()
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

  const save = (square: Blob) =>
    update.mutate(square, {
      onSuccess: (reply) => {
        if (!reply) return
        setPicture(null)
        setNotice('Your picture was changed.')
      },
    })

  return (
    <section className={classes.card} aria-labelledby="picture">
      <h3 className={classes.cardTitle} id="picture">
        Picture
      </h3>
      {picture ? (
        <PictureCrop picture={picture} isSaving={update.isPending} onSave={save} onCancel={() => setPicture(null)} />
      ) : (
        <div className={classes.picture}>
          <Face address={profileLink} name={username} />
          <div>
            <Button ref={opener} variant="default" onClick={() => file.current?.click()}>
              {profileLink ? 'Change picture' : 'Add a picture'}
            </Button>
            <p className={classes.quiet}>JPEG, PNG or WebP. You choose the square that is shown.</p>
          </div>
        </div>
      )}
      {problem !== '' && <FailureNote message={problem} />}
      <p role="status" className={classes.notice}>
        {notice}
      </p>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Choose a picture"
        accept={pictureTypes.join(',')}
        onChange={(event) => void choose(event)}
      />
    </section>
  )
}
