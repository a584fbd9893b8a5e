import { type DeskWithdrawalDetails, photoLimit } from '@ingot/endpoints/withdrawal-desk'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { sizeWords } from '../../lib/size-words.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { useBlobAddress } from '../../ui/use-blob-address.ts'
import { useAddPhoto, usePhoto } from './queries.ts'
import classes from './withdrawal-desk.module.css'

type Photo = DeskWithdrawalDetails['photos'][number]

const Picture = ({ id, photo, place }: { id: string; photo: Photo; place: string }) => {
  const { data, isError } = usePhoto(id, photo.id)
  const address = useBlobAddress(data)
  if (isError) return <p className={classes.quiet}>The picture could not be loaded.</p>
  if (address === undefined)
    return (
      <LoadingState label="Loading the picture">
        <Skeleton className={classes.picture} radius={8} />
      </LoadingState>
    )
  return <img className={classes.picture} src={address} alt={`The parcel, ${place}`} />
}

const tooLarge = `This picture is too large: at most ${sizeWords(photoLimit)}.`

/** Pictures of the parcel, for the day on which somebody asks how it left. */
export const Photos = ({
  withdrawal: { id, photos },
  mayAdd,
}: {
  withdrawal: DeskWithdrawalDetails
  mayAdd: boolean
}) => {
  const add = useAddPhoto(id)
  const [problem, setProblem] = useState('')
  const choose = ([file]: FileList) => {
    if (!file) return
    setProblem(file.size > photoLimit ? tooLarge : '')
    if (file.size <= photoLimit) add.mutate(file)
  }
  return (
    <>
      {photos.length > 0 ? (
        <ul className={classes.photos} aria-label="Pictures of the parcel">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <Picture id={id} photo={photo} place={`${index + 1} of ${photos.length}`} />
              <p className={classes.quiet}>
                {photo.by}, <Moment at={photo.at} />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <FormText isQuiet>None yet.</FormText>
      )}
      {mayAdd && (
        <DropArea
          button={add.isPending ? 'Adding the picture' : 'Add a picture'}
          label="Picture of the parcel"
          note={`JPEG, PNG or WebP, at most ${sizeWords(photoLimit)}. Where it was taken is left out.`}
          accept="image/jpeg,image/png,image/webp"
          isPhoto
          error={problem}
          onFiles={choose}
        />
      )}
      <FormProblem failure={add.error} />
    </>
  )
}
