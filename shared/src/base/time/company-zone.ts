// The time zone of the company whose request is at work, for checks that a schema makes on its own.

let zone: () => string | undefined = () => undefined;
/** Says once per process where it comes from; without it no zone is known. */
export const setCompanyZone = (source: () => string | undefined): void => {
  zone = source;
};
export const companyZone = (): string | undefined => zone();
