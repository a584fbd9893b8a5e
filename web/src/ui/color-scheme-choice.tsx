import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { Segments } from './segments.tsx'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the device has it; kept on this device. */
export const ColorSchemeChoice = ({ label }: { label: string }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return <Segments label={label} choices={schemes} value={colorScheme} onChange={setColorScheme} />
}
