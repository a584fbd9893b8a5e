import type { BannerSize } from '@ingot/endpoints/materials'
import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { LoadingState } from '../../ui/states.tsx'
import { useBlobAddress } from '../../ui/use-blob-address.ts'
import classes from './materials.module.css'

/** A banner as it looks, from the file that it is. */
export const BannerPicture = ({
  query: { data, isError },
  headline,
  size,
}: {
  query: UseQueryResult<Blob>
  headline: string
  size: BannerSize
}) => {
  const address = useBlobAddress(data)
  if (isError) return <p className={classes.quiet}>The preview could not be loaded. The files can be.</p>
  const [width, height] = size.split('x').map(Number)
  return address === undefined ? (
    <LoadingState label="Loading the preview">
      <Skeleton className={classes.waiting} radius={8} />
    </LoadingState>
  ) : (
    <img className={classes.preview} src={address} width={width} height={height} alt={`Banner: ${headline}`} />
  )
}
