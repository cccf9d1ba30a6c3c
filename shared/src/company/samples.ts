/** Sample customers have an address here. `.example` belongs to nobody, so that no mail can ever arrive. */
export const SAMPLE_DOMAIN = 'sample.example';
export const isSampleAddress = (address: string): boolean => address.toLowerCase().endsWith(`@${SAMPLE_DOMAIN}`);
const sampleNames = ['Nora Lindqvist', 'Samuel Okafor', 'Hana Suzuki'] as const;
type SampleName = (typeof sampleNames)[number];
/** Whom the samples are for; the name says what it is wherever it is shown. */
export const samplePerson = (name: SampleName) => ({
  name: `${name} (sample)`,
  email: `${name.toLowerCase().replace(' ', '.')}@${SAMPLE_DOMAIN}`,
});
export const sampleAddresses = sampleNames.map((name) => samplePerson(name).email);
