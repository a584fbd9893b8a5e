import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the device has it; kept on this device. */
export const ColorSchemeChoice = ({ label, size = 'sm' }: { label: string; size?: 'xs' | 'sm' }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={label}
      fullWidth
      size={size}
      data={schemes}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
    />
  )
}
