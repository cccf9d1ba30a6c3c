import { roles } from '@quickfleet/shared/roles';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { orderRow } from '../../../../../test/rows.ts';
import { DriverCell } from './driver-cell.tsx';

const driver = { id: 7, username: 'robin', firstName: 'Robin', lastName: 'Rider' };

for (const role of roles)
  test(`T03 the driver choice of an unassigned order, for the role ${role}`, () => {
    renderPart(
      <DriverCell role={role} order={orderRow()} drivers={[driver]} onAssign={() => {}} onReassign={() => {}} />,
    );
    const choice = screen.getByRole('combobox', { name: 'Driver of QF00 0000 0000 01' });
    expect(choice).toHaveProperty('disabled', role !== 'admin' && role !== 'dispatcher');
  });
