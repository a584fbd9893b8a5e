// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title A token that a reserve stands behind
/// @notice What the reserve asks of it before it attests a share.
interface IBackedToken is IERC20 {
    /// @notice The reserve whose attested share caps this token.
    function reserve() external view returns (address);

    /// @notice Whether one unit is one gram, so that the share's units and grams must be the same number.
    function unitsAreGrams() external view returns (bool);
}
