// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BackedToken} from "./BackedToken.sol";

/// @title A token that moves only through settlement
/// @notice Its units belong to a holding in the books. If they could be sent freely, they would arrive without one.
abstract contract BoundToken is BackedToken {
    /// @notice Someone tried to move units outside of a settlement.
    /// @param from Whose units.
    /// @param to Who was to receive them.
    /// @param value How much.
    error OnlyThroughSettlement(address from, address to, uint256 value);

    /// @dev Beside minting, a move must be the act of the wallet that holds the units, since a wallet acts only when the
    /// settlement contract tells it to. Neither an approval nor a permit gets past this.
    function _update(address from, address to, uint256 value) internal override {
        if (from != address(0) && (from != msg.sender || !_isOurWallet(from))) {
            revert OnlyThroughSettlement(from, to, value);
        }
        super._update(from, to, value);
    }
}
