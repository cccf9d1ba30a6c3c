import { Center, Loader } from '@mantine/core';

/** The centred spinner while the user or a page loads. */
export function SpinnerPage() {
  return (
    <Center mih="60vh" role="status">
      <Loader aria-hidden />
      <span className="visually-hidden">Loading</span>
    </Center>
  );
}
