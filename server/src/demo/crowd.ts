/** Words that names and addresses of a large made-up company are put together from. */
export const firstNames =
  'Nora Samuel Grace Hana Pavel Lucia Tom Ines Yusuf Clara Rafael Emily Viktor Amara Leo Mei Oscar Farah Björn Zoë Anna Marco Priya David Elena Kwame Sofia Henrik Aylin Miguel'.split(
    ' ',
  );
export const lastNames = (
  'Lindqvist Okafor Whitfield Suzuki Novak Moretti Baker Duarte Demir Jensen Costa Carter Petrov Diallo Schneider Chen Müller Ibrahim Larsen Rossi Patel Kim Garcia Nowak Dubois ' +
  'Mensah Eriksson Yilmaz Castillo Fischer'
).split(' ');
export const companies = [
  'Harbour Optics',
  'Corner Print House',
  'Green Leaf Foods',
  'Old Mill Ceramics',
  'Northside Dental',
  'Meadow Floral Studio',
  'Kingsway Auto Parts',
  'Hilltop Wines',
  'Quarry Architects',
  'Riverside Labs',
  'Westbrook Fabrics',
  'Station Electronics',
  'Abbey Books',
  'Cedar Instruments',
] as const;
export const streets = [
  'Harbour Lane',
  'Market Street',
  'Mill Court',
  'Kingsway',
  'Orchard Close',
  'Station Road',
  'Cedar Avenue',
  'Foundry Row',
  'Abbey Square',
  'Riverside Drive',
  'Quarry Hill',
  'Linden Street',
  'Church Street',
  'Victoria Road',
  'Park Avenue',
  'Bridge Street',
  'Canal Walk',
  'Maple Street',
  'Juniper Way',
  'Lighthouse Road',
] as const;
export const cities = [
  'Port Ellis',
  'Springfield',
  'Shelbyville',
  'Westbrook',
  'North Haven',
  'Ashford',
  'Brookfield',
  'Clifton',
  'Dunmore',
  'Eastleigh',
  'Fairview',
  'Glenwood',
] as const;
